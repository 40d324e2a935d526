import { Form, useNavigation } from 'react-router';
import { refundSchema } from '#app/payments/payment.schema.ts';
import { paymentDetails } from '#app/payments/payment-details.server.ts';
import { creditNoteNumber } from '#app/payments/receipt-lines.ts';
import { refundAsSuperAdmin } from '#app/payments/refund-as-super-admin.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { PaymentBadge } from '#app/routes/pieces/payment-badge.tsx';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstant } from '#app/shared/dates.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { formatUsd } from '#app/shared/money.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/payment';

export const meta = () => pageMeta('Payment', 'One payment with its history.');

const LIST = { label: 'Payments', to: '/superadmin/payments' };

export const loader = ({ request, params, context }: Route.LoaderArgs) => {
  const payment = paymentDetails(context.get(actorContext), params.id);
  const { id, title, payer, card, gateway, gatewayReference, receiptNumber, refund, history } = payment;
  const zone = timeZoneOf(request);
  const facts: [label: string, value: string][] = [
    ['For', title],
    ['Payer', payer.email ? `${payer.name} <${payer.email}>` : payer.name],
    ['Amount', `${formatUsd(payment.amountMinor)} ${payment.currency}`],
    ['Gateway', card ? `${gateway}, ${card.brand} ending in ${card.last4}` : gateway],
  ];
  if (gatewayReference) facts.push(['ID at the gateway', gatewayReference]);
  if (refund) {
    facts.push(['Refunded by', refund.by ?? 'Certrace'], ['Reason', refund.reason]);
    facts.push(['Confirmed', refund.completedAt ? formatInstant(refund.completedAt, zone) : 'Not yet']);
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
        title="Payment"
        crumbs={[LIST, { label: 'Payment' }]}
        actions={
          hasReceipt && (
            <>
              <ButtonLink to={`/verify/receipts/${id}`} variant="secondary">
                Receipt
              </ButtonLink>
              {creditNotes.map((note) => (
                <ButtonLink key={note.id} to={`/verify/credit-notes/${note.id}`} variant="secondary">
                  Credit note {note.number}
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
        <h2 className="text-xl">History</h2>
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
  const { value, errors } = formState(failure);
  const pending = useNavigation().state === 'submitting';
  return (
    <Card className="mt-6">
      <Form method="post" className="grid gap-5">
        <h2 className="text-xl">Refund in full</h2>
        <FormAlert errors={failure && !errors('reason') ? failure.message : null} />
        <p>The payer gets the whole amount back and loses access to the purchase. This cannot be undone.</p>
        <TextField
          label="Reason"
          name="reason"
          hint="The payer will read it."
          required
          maxLength={500}
          defaultValue={value('reason')}
          errors={errors('reason')}
        />
        <div>
          <SubmitButton variant="danger" pending={pending} pendingText="Refunding...">
            Refund
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
