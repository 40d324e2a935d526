import { Form, useNavigation } from 'react-router';
import { readSellerDetails, sellerSchema, setSellerDetails } from '#app/payments/seller-details.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/seller';

export const meta = () => pageMeta('Receipts and tax', 'The seller and the tax that receipts show.');

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const seller = readSellerDetails(context.get(actorContext));
  if (!seller) return null;
  const { name, address, taxId, taxRate, setBy, setAt } = seller;
  return {
    name,
    address,
    taxId,
    taxRate: taxRate === null ? null : String(taxRate / 100),
    set: `Set by ${setBy} on ${formatInstantAsDate(setAt, timeZoneOf(request))}.`,
  };
};

export const action = formAction(
  form({
    schema: sellerSchema,
    perform: (input, { actor }) => setSellerDetails(actor, input),
    outcome: stay,
  }),
);

export default function SellerPage({ loaderData, actionData }: Route.ComponentProps) {
  const failure = actionData && 'lastResult' in actionData ? actionData : null;
  const { value, errors } = formState(failure);
  const pending = useNavigation().state === 'submitting';
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title="Receipts and tax"
        crumbs={[{ label: 'Payments', to: '/superadmin/payments' }, { label: 'Receipts and tax' }]}
      />
      <Card>
        <Form method="post" className="grid gap-5">
          <p>New receipts show these details. Issued receipts do not change.</p>
          <FormAlert
            errors={
              failure && Object.keys(failure.lastResult.error ?? {}).length === 0 ? failure.message : null
            }
          />
          <TextField
            label="Name"
            name="name"
            required
            maxLength={200}
            autoComplete="organization"
            defaultValue={value('name') ?? loaderData?.name}
            errors={errors('name')}
          />
          <TextArea
            label="Address"
            name="address"
            optional
            rows={4}
            maxLength={500}
            defaultValue={value('address') ?? loaderData?.address ?? ''}
            errors={errors('address')}
          />
          <TextField
            label="Tax ID"
            name="taxId"
            optional
            maxLength={50}
            defaultValue={value('taxId') ?? loaderData?.taxId ?? ''}
            errors={errors('taxId')}
          />
          <TextField
            label="Tax rate in percent"
            name="taxRate"
            optional
            inputMode="decimal"
            maxLength={10}
            hint="Prices include it. Without a rate, receipts show no tax."
            defaultValue={value('taxRate') ?? loaderData?.taxRate ?? ''}
            errors={errors('taxRate')}
          />
          {loaderData && <p className="text-muted text-sm">{loaderData.set}</p>}
          <div>
            <SubmitButton pending={pending}>Save</SubmitButton>
          </div>
        </Form>
      </Card>
    </div>
  );
}
