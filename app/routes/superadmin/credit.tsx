import { useNavigation } from 'react-router';
import { grantCredit } from '#app/payments/credit/agreement.server.ts';
import { grantSchema, listCredit } from '#app/payments/credit/list-credit.server.ts';
import { gatewayNamed } from '#app/payments/gateways.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { Note } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { formatUsd } from '#app/shared/money.ts';
import { TextField } from '#app/ui/form.tsx';
import { ListPage } from '#app/ui/list-page.tsx';
import { type Column, EmptyState } from '#app/ui/list-parts.tsx';
import {
  Alert,
  Card,
  EmailText,
  FormAlert,
  PageHeader,
  PathLink,
  pageMeta,
  rich,
  SubmitButton,
} from '#app/ui/page.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { t } from '#messages';
import type { Route } from './+types/credit';
import { AgreementBadge, LimitField } from './credit-pieces.tsx';

export const meta = () => pageMeta(t('common.credit'), t('credit.organisationsThatPayByMonthlyStatements'));

export const loader = ({ url, context }: Route.LoaderArgs) =>
  listLoader(url, listQuerySchema, (query) => {
    const { accounts, nextCursor } = listCredit(context.get(actorContext), query);
    return {
      isConfigured: gatewayNamed('invoice') !== null,
      rows: accounts.map(({ userId, name, email, endedAt, limitMinor, owedMinor, leftMinor }) => ({
        userId,
        name,
        email,
        isEnded: endedAt !== null,
        limit: formatUsd(limitMinor),
        owed: formatUsd(owedMinor),
        left: formatUsd(leftMinor),
      })),
      nextCursor,
    };
  });

export const action = formAction(
  form({
    schema: grantSchema,
    perform: (input, { actor }) => grantCredit(actor, input),
    outcome: ({ userId, message }) => redirectWithToast(`/superadmin/credit/${userId}`, message),
  }),
);

const tableColumns = (): Column<Route.ComponentProps['loaderData']['rows'][number]>[] => [
  {
    header: t('common.account'),
    cell: ({ userId, name, email }) => (
      <>
        <PathLink className="link" href={`/superadmin/credit/${userId}`}>
          {name}
        </PathLink>
        <Note>
          <EmailText>{email ?? ''}</EmailText>
        </Note>
      </>
    ),
  },
  { header: t('credit.limit'), align: 'end', cell: ({ limit }) => limit },
  { header: t('common.owed'), align: 'end', cell: ({ owed }) => owed },
  { header: t('common.left'), align: 'end', cell: ({ left }) => left },
  { header: t('credit.agreement'), cell: ({ isEnded }) => <AgreementBadge isEnded={isEnded} /> },
];

/** Accounts with credit, and the form that grants credit. */
export default function CreditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isConfigured, q } = loaderData;
  return (
    <>
      <PageHeader
        title={t('common.credit')}
        lead={t('credit.organisationsWithAnAgreementPayFromCredit')}
        crumbs={[{ label: t('common.payments'), to: '/superadmin/payments' }, { label: t('common.credit') }]}
      />
      <div className="grid gap-6">
        {!isConfigured && (
          <Alert tone="warning" title={t('credit.nobodyCanPayFromCreditYet')}>
            {rich('credit.addCodeToCode2AndRestartTheServer', {
              code: <code>invoice</code>,
              code2: <code>PAYMENT_GATEWAY</code>,
            })}
          </Alert>
        )}
        <SearchBox
          label={t('credit.searchByNameCompanyEmailOrUsername')}
          name="q"
          defaultValue={q}
          action="/superadmin/credit"
        />
        <ListPage
          list={loaderData}
          empty={
            <EmptyState title={t('credit.noAccountsWithCredit')}>
              {t('credit.accountsThatMatchAreListedHere')}
            </EmptyState>
          }
          table={{
            caption: t('credit.accountsWithCredit'),
            columns: tableColumns(),
            rowKey: ({ userId }) => userId,
          }}
        />
        <GrantForm failure={actionData} />
      </div>
    </>
  );
}

function GrantForm({ failure }: { failure: FormError | undefined }) {
  const pending = useNavigation().state === 'submitting';
  const isNamed = Object.keys(failure?.lastResult.error ?? {}).length > 0;
  return (
    <Card className="max-w-3xl">
      <h2 className="mb-4 text-xl">{t('credit.grantCredit')}</h2>
      <Form failure={failure} method="post" className="grid gap-5">
        <FormAlert errors={failure && !isNamed ? failure.message : null} />
        <TextField
          label={t('common.account')}
          name="account"
          required
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          hint={t('credit.emailAddressOrUsernameOfAVerifier')}
        />
        <LimitField />
        <div>
          <SubmitButton pending={pending}>{t('credit.grantCredit')}</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
