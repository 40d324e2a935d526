import type { VerifiedRow } from '#app/routes/pieces/certificates/rows.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { IdWithStatus } from './certificate-state.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

/** A verification in the super admins' list. */
export function VerificationCard(row: VerifiedRow) {
  const facts = [
    ['Course', row.courseName],
    ['Issued by', row.issuerName],
    ['Issued to', row.studentName ?? <Badge key="student">After payment</Badge>],
    ['Contact', <EmailText key="email">{row.verifierEmail}</EmailText>],
    ['Issue Date', row.issueDate],
    ['Expiry Date', row.expiryDate],
    ['Certificate ID', <IdWithStatus key="id" {...row} />],
    ['Looked up', row.lookedUpAt],
    ...(row.verifiedAt ? [['Verified', row.verifiedAt] as const] : []),
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
      <Facts facts={facts} />
    </Card>
  );
}
