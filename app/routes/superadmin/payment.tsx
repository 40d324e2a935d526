import { useNavigation } from 'react-router';
import { gatewayName } from '#app/payments/gateway.ts';
import { refundSchema } from '#app/payments/list-payments.server.ts';
import { paymentDetails, refundAsSuperAdmin } from '#app/payments/payment-details.server.ts';
import { creditNoteNumber } from '#app/payments/receipt-lines.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { PaymentBadge } from '#app/routes/pieces/payment-pieces.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { formatUsd } from '#app/shared/money.ts';
import { formState, TextField } from '#app/ui/form.tsx';
import { Facts } from '#app/ui/list-parts.tsx';
import { ButtonLink, Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/payment';

export const meta = () => pageMeta(t('payment.paymentDetails'), t('payment.onePaymentWithItsHistory'));

const listCrumb = () => ({ label: t('common.payments'), to: '/superadmin/payments' });

export const loader = ({ request, params, context }: Route.LoaderArgs) => {
  const payment = paymentDetails(context.get(actorContext), params.id);
  const { id, title, payer, card, gatewayReference, receiptNumber, refund, history } = payment;
  const gateway = gatewayName(payment.gateway);
  const zone = timeZoneOf(request);
  const facts: [label: string, value: string][] = [
    [t('common.for'), title],
    [t('common.payer'), payer.email ? `${payer.name} <${payer.email}>` : payer.name],
    [t('common.amount'), `${formatUsd(payment.amountMinor)} ${payment.currency}`],
    [
      t('common.gateway'),
      card
        ? t('payment.gatewayBrandEndingInLast4', { gateway, brand: card.brand, last4: card.last4 })
        : gateway,
    ],
  ];
  if (gatewayReference) facts.push([t('payment.idAtTheGateway'), gatewayReference]);
  if (refund) {
    facts.push([t('payment.refundedBy'), refund.by ?? 'Certrace'], [t('common.reason'), refund.reason]);
    facts.push([
      t('payment.confirmed'),
      refund.completedAt ? formatInstant(refund.completedAt, zone) : t('payment.notYet'),
    ]);
  }
  return {
    id,
    state: payment.state,
    facts,
    hasReceipt: receiptNumber !== null,
    creditNotes: payment.creditNotes.map((note) => ({ ...note, number: creditNoteNumber(note.number) })),
    history: history.map(({ at, ...event }) => ({ ...event, at: formatInstant(at, zone) })),
  };
};

export const action = formAction(
  form({
    schema: refundSchema,
    perform: (input, { actor, params }) => refundAsSuperAdmin(actor, params.id ?? '', input),
    outcome: ({ message }, { url }) => redirectWithToast(url.pathname, message),
  }),
);

export default function PaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, state, facts, history, hasReceipt, creditNotes } = loaderData;
  return (
    <div className="narrow-page">
      <PageHeader
        title={t('payment.paymentDetails')}
        crumbs={[listCrumb(), { label: t('payment.paymentDetails') }]}
        actions={
          hasReceipt && (
            <>
              <ButtonLink to={`/verify/receipts/${id}`} variant="secondary">
                {t('common.receipt')}
              </ButtonLink>
              {creditNotes.map((note) => (
                <ButtonLink key={note.id} to={`/verify/credit-notes/${note.id}`} variant="secondary">
                  {t('common.creditNoteNumber', { number: note.number })}
                </ButtonLink>
              ))}
            </>
          )
        }
      />
      <Card className="grid gap-4">
        <div>
          <PaymentBadge state={state} />
        </div>
        <Facts facts={facts} breakable />
      </Card>
      <Card className="mt-6 grid gap-4">
        <h2 className="text-xl">{t('payment.history')}</h2>
        <ol className="entries">
          {history.map((event) => (
            <li key={`${event.state} ${event.at} ${event.detail}`}>
              <div className="min-w-0">
                <PaymentBadge state={event.state} /> {event.at}
                {event.detail && <p className="breakable text-muted">{event.detail}</p>}
              </div>
            </li>
          ))}
        </ol>
      </Card>
      {state === 'paid' && <RefundForm failure={actionData} />}
    </div>
  );
}

function RefundForm({ failure }: { failure: FormError | undefined }) {
  const { errors } = formState(failure);
  const pending = useNavigation().state === 'submitting';
  return (
    <Card className="mt-6">
      <Form failure={failure} method="post" className="grid gap-5">
        <h2 className="text-xl">{t('payment.refundInFull')}</h2>
        <FormAlert errors={failure && !errors('reason') ? failure.message : null} />
        <p>{t('payment.thePayerGetsTheWholeAmount')}</p>
        <TextField
          label={t('common.reason')}
          name="reason"
          hint={t('payment.thePayerWillReadIt')}
          required
          maxLength={500}
        />
        <div>
          <SubmitButton variant="danger" pending={pending} pendingText={t('payment.refunding')}>
            {t('payment.refund')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
