import { Link } from 'react-router';
import { creditNotesFor } from '#app/payments/credit-note.server.ts';
import { receiptOf } from '#app/payments/receipt.server.ts';
import { creditNoteNumber, receiptLines, receiptNumber } from '#app/payments/receipt-lines.ts';
import { DocumentCard } from '#app/routes/pieces/document-card.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { ButtonAnchor } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { receiptDocumentOf } from '#app/verification/receipt-document.server.ts';
import type { Route } from './+types/receipt';

export const meta = () => pageMeta('Receipt', 'The receipt of a payment.');

export const loader = ({ params, request, context }: Route.LoaderArgs) => {
  const receipt = receiptOf(context.get(actorContext), params.id);
  return {
    id: receipt.id,
    number: receiptNumber(receipt.number),
    lines: receiptLines(receipt, timeZoneOf(request)),
    creditNotes: creditNotesFor(receipt.id).map(({ id, number }) => ({
      id,
      number: creditNoteNumber(number),
    })),
    isSigned: receiptDocumentOf(receipt.id) !== undefined,
  };
};

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const { id, number, lines, creditNotes, isSigned } = loaderData;
  return (
    <div className="narrow-page">
      <PageHeader
        title={`Receipt ${number}`}
        crumbs={[{ label: 'Verify', to: '/verify' }, { label: 'Receipt' }]}
        actions={
          <ButtonAnchor href={`/verify/receipts/${id}/pdf`} target="_blank" rel="noopener">
            Download receipt
          </ButtonAnchor>
        }
      />
      <DocumentCard lines={lines} />
      {creditNotes.length > 0 && (
        <Card className="mt-6 grid gap-4">
          <h2 className="text-xl">Credit notes</h2>
          <ul className="entries">
            {creditNotes.map((note) => (
              <li key={note.id}>
                <Link to={`/verify/credit-notes/${note.id}`} className="link">
                  {note.number}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {isSigned && <Proof id={id} />}
    </div>
  );
}

/** The receipt as a signed document, which can be verified without this site. */
const Proof = ({ id }: { id: string }) => (
  <Card className="mt-6 grid gap-4">
    <header className="grid gap-1">
      <h2 className="text-xl">Signed receipt</h2>
      <p className="text-muted">
        It states the verifier, the time and the state of the certificate, signed by this site. The log proof
        shows that it is in the{' '}
        <Link to="/log" className="link">
          public log
        </Link>
        . Anybody can check both on{' '}
        <Link to="/authentication" className="link">
          Authentication
        </Link>
        .
      </p>
    </header>
    <div className="flex flex-wrap gap-3">
      <ButtonAnchor href={`/verify/receipts/${id}/receipt.json`} variant="secondary">
        Download JSON
      </ButtonAnchor>
      <ButtonAnchor href={`/verify/receipts/${id}/receipt.tlog-proof`} variant="secondary">
        Download log proof
      </ButtonAnchor>
    </div>
  </Card>
);
