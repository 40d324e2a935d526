import { type VerifiedRow, verifiedPage } from '#app/routes/certificates/rows.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { answering } from '#app/server/failure.server.ts';
import { Card } from '#app/ui/card.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { grouped } from '#app/ui/grouped.ts';
import { IdText } from '#app/ui/id-text.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { listAllVerified } from '#app/verification/list-verifications.server.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import { CertificateList } from '../certificates/certificate-list.tsx';
import { StatusBadge } from '../certificates/issued-table.tsx';
import { PAYMENT_STATES } from '../certificates/list-controls.tsx';
import { ListFailure } from '../certificates/list-failure.tsx';
import { OutcomeBadge } from '../verification/outcome-badge.tsx';
import type { Route } from './+types/verified-certificates';

export const meta = () =>
  pageMeta('All Verified Certificates', 'Every verification by anybody, with its payment.');

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  answering(() => verifiedPage(request, url, (query) => listAllVerified(context.get(actorContext), query)));

export default function AllVerifiedCertificates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Verified Certificates" />
      <CertificateList
        page={loaderData}
        path="/superadmin/verified-certificates"
        states={PAYMENT_STATES}
        empty={{ title: 'Nothing verified yet', text: 'Every look-up of a certificate is listed here.' }}
      >
        {(all) => (
          <div className="grid gap-8">
            {grouped(all).map(({ heading, rows }) => (
              <section key={heading} aria-label={heading} className="grid gap-4">
                <h2 className="text-lg">{heading}</h2>
                <ul className="fade-in grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
                  {rows.map((row) => (
                    <li key={row.id} className="grid">
                      <VerificationCard {...row} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </CertificateList>
    </>
  );
}

function VerificationCard(row: VerifiedRow) {
  const facts = [
    ['Course', row.courseName],
    ['Contact', <EmailText key="email">{row.verifierEmail}</EmailText>],
    ['Issue Date', row.issueDate],
    ['Expiry Date', row.expiryDate],
    [
      'Certificate ID',
      <span key="id" className="flex flex-wrap items-center gap-2">
        <IdText code>{row.uniqueId}</IdText>
        <StatusBadge status={row.status} />
      </span>,
    ],
  ] as const;
  return (
    <Card className="verification-card grid content-start gap-4" data-outcome={row.outcome}>
      <header className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 text-lg">
          <span className="block font-normal font-sans text-muted text-sm tracking-normal">Verified by </span>
          {row.verifierName}
        </h3>
        <span className="flex items-center gap-2">
          <span className="text-muted text-sm">Payment</span>
          <OutcomeBadge outcome={row.outcome} />
        </span>
      </header>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export const ErrorBoundary = () => (
  <ListFailure title="Verified Certificates" toast="Failed to fetch verified certificates" />
);
