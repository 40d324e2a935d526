import { Link } from 'react-router';
import { writtenReceipt } from '#app/payments/document-pdf.server.ts';
import { creditNotesFor, receiptOf } from '#app/payments/receipt.server.ts';
import { creditNoteNumber, receiptNumber } from '#app/payments/receipt-lines.ts';
import { DocumentCard } from '#app/routes/pieces/payment-pieces.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { ButtonAnchor, Card, PageHeader, pageMeta, rich } from '#app/ui/page.tsx';
import { receiptDocumentOf } from '#app/verification/receipt-document.server.ts';
import { t } from '#messages';
import type { Route } from './+types/receipt';

export const meta = () => pageMeta(t('common.receipt'), t('receipt.theReceiptOfAPayment'));

export const loader = ({ params, request, context }: Route.LoaderArgs) => {
  const receipt = receiptOf(context.get(actorContext), params.id);
  return {
    id: receipt.id,
    number: receiptNumber(receipt.number),
    written: writtenReceipt(receipt, timeZoneOf(request)),
    creditNotes: creditNotesFor(receipt.id).map(({ id, number }) => ({
      id,
      number: creditNoteNumber(number),
    })),
    isSigned: receiptDocumentOf(receipt.id) !== undefined,
  };
};

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const { id, number, written, creditNotes, isSigned } = loaderData;
  return (
    <div className="narrow-page">
      <PageHeader
        title={t('common.receiptNumber', { number })}
        crumbs={[{ label: t('common.verify'), to: '/verify' }, { label: t('common.receipt') }]}
        actions={
          <ButtonAnchor href={`/verify/receipts/${id}/pdf`} target="_blank" rel="noopener">
            {t('receipt.downloadReceipt')}
          </ButtonAnchor>
        }
      />
      <DocumentCard {...written} />
      {creditNotes.length > 0 && (
        <Card className="mt-6 grid gap-4">
          <h2 className="text-xl">{t('common.creditNotes')}</h2>
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
      <h2 className="text-xl">{t('receipt.signedReceipt')}</h2>
      <p className="text-muted">
        {rich('receipt.itStatesTheVerifier', {
          link: (text) => (
            <Link to="/log" className="link">
              {text}
            </Link>
          ),
          link2: (text) => (
            <Link to="/authentication" className="link">
              {text}
            </Link>
          ),
        })}
      </p>
    </header>
    <div className="flex flex-wrap gap-3">
      <ButtonAnchor href={`/verify/receipts/${id}/receipt.json`} variant="secondary">
        {t('receipt.downloadJson')}
      </ButtonAnchor>
      <ButtonAnchor href={`/verify/receipts/${id}/receipt.tlog-proof`} variant="secondary">
        {t('common.downloadLogProof')}
      </ButtonAnchor>
    </div>
  </Card>
);
