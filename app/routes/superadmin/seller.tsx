import { useNavigation } from 'react-router';
import { readSellerDetails, sellerSchema, setSellerDetails } from '#app/payments/seller-details.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { TextArea, TextField } from '#app/ui/form.tsx';
import { Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/seller';

export const meta = () =>
  pageMeta(t('common.receiptsAndTax'), t('seller.theSellerAndTheTaxThatReceiptsShow'));

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const seller = readSellerDetails(context.get(actorContext));
  if (!seller) return null;
  const { name, address, taxId, taxRate, setBy, setAt } = seller;
  return {
    name,
    address,
    taxId,
    taxRate: taxRate === null ? null : String(taxRate / 100),
    set: t('seller.setBySetbyOnSetat', { setBy, setAt: formatInstantAsDate(setAt, timeZoneOf(request)) }),
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
  const field = (name: 'name' | 'address' | 'taxId' | 'taxRate') => ({
    name,
    defaultValue: loaderData?.[name] ?? '',
  });
  const pending = useNavigation().state === 'submitting';
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.receiptsAndTax')}
        crumbs={[
          { label: t('common.payments'), to: '/superadmin/payments' },
          { label: t('common.receiptsAndTax') },
        ]}
      />
      <Card>
        <Form method="post" failure={failure} className="grid gap-5">
          <p>{t('seller.newReceiptsShowTheseDetails')}</p>
          <FormAlert
            errors={
              failure && Object.keys(failure.lastResult.error ?? {}).length === 0 ? failure.message : null
            }
          />
          <TextField
            label={t('common.name')}
            required
            maxLength={200}
            autoComplete="organization"
            {...field('name')}
          />
          <TextArea label={t('common.address')} optional rows={4} maxLength={500} {...field('address')} />
          <TextField label={t('common.taxId')} optional maxLength={50} {...field('taxId')} />
          <TextField
            label={t('seller.taxRateInPercent')}
            optional
            inputMode="decimal"
            maxLength={10}
            hint={t('seller.pricesInclude')}
            {...field('taxRate')}
          />
          {loaderData && <p className="text-muted text-sm">{loaderData.set}</p>}
          <div>
            <SubmitButton pending={pending}>{t('common.save')}</SubmitButton>
          </div>
        </Form>
      </Card>
    </div>
  );
}
