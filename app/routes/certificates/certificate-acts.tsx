import { May } from '#app/routes/layouts/use-frame.tsx';
import { ButtonLink } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { CertificateData } from './certificate.tsx';

/** Links to the pages of what can be done with a certificate. They return to its page. */
export function Acts({ area, doubt, isRenewable, shown }: CertificateData) {
  const { uniqueId, status } = shown;
  const list = `/${area}/issued-certificates`;
  const search = `certificate=${uniqueId}`;
  const isIssuer = area === 'admin';
  const acts = [
    isIssuer && isRenewable && ([`${list}/renewal?id=${uniqueId}&${search}`, t('common.renew')] as const),
    // A replacement repeats what the certificate says.
    isIssuer &&
      status !== 'revoked' &&
      doubt === null &&
      ([`${list}/${uniqueId}/replacement?${search}`, t('common.replace')] as const),
    status !== 'revoked' && ([`${list}/${uniqueId}/revocation?${search}`, t('common.revoke')] as const),
    [`${list}/${uniqueId}/erasure?${search}`, t('issuedList.erase')] as const,
  ];
  return (
    <May act="certificates">
      {acts.map(
        (act) =>
          act && (
            <ButtonLink key={act[0]} to={act[0]} variant="secondary">
              {act[1]}
            </ButtonLink>
          ),
      )}
    </May>
  );
}
