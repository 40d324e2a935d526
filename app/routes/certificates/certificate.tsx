import { redirect } from 'react-router';
import { contentOf, type FieldName } from '#app/certificates/fields.ts';
import { issuedCertificate } from '#app/certificates/issued-certificate.server.ts';
import { isOwnScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { parseUniqueId } from '#app/certificates/unique-id.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { openerOf } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { shownStudent } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { History } from '#app/routes/pieces/certificate-lists/history.tsx';
import {
  type Area,
  shownRecord,
  type View,
  verifiedRow,
  viewOf,
} from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { scheduledPath } from '#app/routes/pieces/certificate-lists/scheduled-cells.tsx';
import { ownValues, shownTrace } from '#app/routes/pieces/certificate-lists/shown-trace.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { ButtonLink, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { latestLookUps } from '#app/verification/list-verifications.server.ts';
import { traceOpened } from '#app/verification/tracing/trace-certificate.server.ts';
import { t } from '#messages';
import type { Route } from './+types/certificate';
import {
  CertificateCard,
  CorrectionsCard,
  LookUpsCard,
  MailsCard,
  SharingState,
} from './certificate-cards.tsx';

export const meta = () =>
  pageMeta(t('common.certificate'), t('certificatePage.aCertificateWithItsHistoryMailsAndLookUps'));

/** @param area of the page, whose list of look-ups has the same rows */
function shownLookUps(area: Area, view: View, certificateId: string) {
  const { lookUps, hasMore } = latestLookUps(certificateId);
  const rows = lookUps.map(verifiedRow(area, view));
  return {
    hasMore,
    rows: rows.map(({ id, verifierName, verifierEmail, outcome, verifiedAt, lookedUpAt }) => ({
      ...{ id, verifierName, verifierEmail, outcome, verifiedAt, lookedUpAt },
    })),
  };
}

export function loader({ params, request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (isOwnScheduled(actor, parseUniqueId(params.uniqueId) ?? ''))
    throw redirect(scheduledPath(params.uniqueId));
  const { certificate, mails, agreed, ...about } = issuedCertificate(actor, params.uniqueId);
  const view = viewOf(request);
  const area: Area = url.pathname.startsWith('/superadmin/') ? 'superadmin' : 'admin';
  return {
    ...about,
    area,
    list: openerOf(url),
    shown: {
      ...shownRecord(certificate, view),
      content: contentOf(certificate) satisfies Record<FieldName, string | null>,
      own: ownValues(certificate.issuer.id, certificate.fields),
      issuerName: certificate.issuer.name,
      created: view.instant(certificate.createdAt),
    },
    mails: mails.map((mail) => ({ ...mail, at: view.instant(mail.at) })),
    corrections: (agreed?.corrections ?? []).map(({ askedAt, ...request }) => ({
      ...request,
      asked: view.instant(askedAt),
    })),
    sharing: agreed && {
      state: agreed.sharing.state,
      endDate: agreed.sharing.endDate && formatCalendarDate(agreed.sharing.endDate),
    },
    lookUps: shownLookUps(area, view, certificate.id),
    // The history of a certificate that is not as it was signed is closed until it is.
    trace: about.doubt === null ? shownTrace(request, traceOpened(actor, certificate.id)) : null,
  };
}

export type CertificateData = Route.ComponentProps['loaderData'];

export default function CertificatePage({ loaderData }: Route.ComponentProps) {
  const { area, list, shown, mails, corrections, sharing, lookUps, trace } = loaderData;
  const { content, status, uniqueId } = shown;
  const hasHolder = status !== 'erased';
  return (
    <>
      <PageHeader
        title={<bdi>{shownStudent(content.studentName, status)}</bdi>}
        lead={<bdi>{content.courseName}</bdi>}
        crumbs={[list, { label: uniqueId }]}
        actions={hasHolder && <Acts {...loaderData} />}
      />
      <div className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <CertificateCard {...loaderData} />
          <div className="grid grid-cols-1 gap-6">
            {corrections.length > 0 && hasHolder && <CorrectionsCard rows={corrections} />}
            {hasHolder && <MailsCard area={area} uniqueId={uniqueId} mails={mails} />}
            <LookUpsCard area={area} uniqueId={uniqueId} {...lookUps} />
            {sharing && hasHolder && <SharingState {...sharing} />}
          </div>
        </div>
        {trace && <History trace={trace} pathOf={(other) => `/${area}/issued-certificates/${other}`} />}
      </div>
    </>
  );
}

/** Links to the pages of what can be done with a certificate. They return to its page. */
function Acts({ area, doubt, isRenewable, shown }: CertificateData) {
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
