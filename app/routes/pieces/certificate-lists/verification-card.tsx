import type { VerifiedRow } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { Badge, Facts } from '#app/ui/list-parts.tsx';
import { Card, EmailText } from '#app/ui/page.tsx';
import { t } from '#messages';
import { dateFacts } from './certificate-facts.ts';
import { idWithStatus } from './certificate-state.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

/** A verification in the super admins' list. */
export function VerificationCard(row: VerifiedRow) {
  const facts = [
    [t('common.course'), row.courseName],
    [t('common.issuedBy'), row.issuerName],
    [t('common.issuedTo'), row.studentName ?? <Badge key="student">{t('common.afterPayment')}</Badge>],
    [t('common.contact'), <EmailText key="email">{row.verifierEmail}</EmailText>],
    ...dateFacts(row),
    [t('common.certificateId'), idWithStatus(row)],
    [t('common.lookedUp'), row.lookedUpAt],
    ...(row.verifiedAt ? [[t('verificationCard.verified'), row.verifiedAt] as const] : []),
  ] as const;
  return (
    <Card className="verification-card grid content-start gap-4" data-outcome={row.outcome}>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="min-w-0 text-lg">
          <span className="block font-normal font-sans text-muted text-sm tracking-normal">
            {t('common.verifiedBy')}{' '}
          </span>
          <bdi>{row.verifierName}</bdi>
        </h3>
        <span className="flex items-center gap-2">
          <span className="text-muted text-sm">{t('common.payment')}</span>
          <OutcomeBadge outcome={row.outcome} />
        </span>
      </header>
      <Facts facts={facts} />
    </Card>
  );
}
