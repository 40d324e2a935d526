import { writtenCreditNote } from '#app/payments/document-pdf.server.ts';
import { creditNoteOf } from '#app/payments/receipt.server.ts';
import { creditNoteNumber } from '#app/payments/receipt-lines.ts';
import { DocumentCard } from '#app/routes/pieces/payment-pieces.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { ButtonAnchor, ButtonLink, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/credit-note';

export const meta = () => pageMeta(t('common.creditNote'), t('creditNote.theCreditNoteOfARefund'));

export const loader = ({ params, request, context }: Route.LoaderArgs) => {
  const note = creditNoteOf(context.get(actorContext), params.id);
  return {
    id: note.id,
    paymentId: note.paymentId,
    number: creditNoteNumber(note.number),
    written: writtenCreditNote(note, timeZoneOf(request)),
  };
};

export default function CreditNotePage({ loaderData }: Route.ComponentProps) {
  const { id, paymentId, number, written } = loaderData;
  return (
    <div className="narrow-page">
      <PageHeader
        title={t('common.creditNoteNumber', { number })}
        crumbs={[
          { label: t('common.receipt'), to: `/verify/receipts/${paymentId}` },
          { label: t('common.creditNote') },
        ]}
        actions={
          <>
            <ButtonLink to={`/verify/receipts/${paymentId}`} variant="secondary">
              {t('common.receipt')}
            </ButtonLink>
            <ButtonAnchor href={`/verify/credit-notes/${id}/pdf`} target="_blank" rel="noopener">
              {t('creditNote.downloadCreditNote')}
            </ButtonAnchor>
          </>
        }
      />
      <DocumentCard {...written} />
    </div>
  );
}
