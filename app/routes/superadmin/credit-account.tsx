import { useNavigation } from 'react-router';
import { z } from 'zod';
import { changeLimit, endCredit, renewCredit } from '#app/payments/credit/agreement.server.ts';
import { settleSchema, settleStatement } from '#app/payments/credit/issue-statements.server.ts';
import { creditDetails, type LedgerLine, limitSchema } from '#app/payments/credit/list-credit.server.ts';
import { statementsOf } from '#app/payments/credit/statements.server.ts';
import { form, intentAction, redirectWithToast, type Submission } from '#app/routes/form.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { ShownStatement } from '#app/routes/payments/statement-pieces.tsx';
import { shownStatement, statementColumns } from '#app/routes/payments/statement-pieces.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { formatUsd } from '#app/shared/money.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { ActionAlert, type Column, Facts, Table } from '#app/ui/list-parts.tsx';
import { Card, PageHeader, PathLink, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/credit-account';
import { AgreementBadge, LimitField } from './credit-pieces.tsx';

export const meta = () =>
  pageMeta(t('creditAccount.creditOfAnAccount'), t('creditAccount.theCreditOfOneAccountAndItsLedger'));

const kinds = (): Record<LedgerLine['kind'], string> => ({
  limit: t('creditAccount.limitSet'),
  end: t('creditAccount.agreementEnded'),
  draw: t('creditAccount.drawn'),
  refund: t('creditAccount.refunded'),
  settlement: t('creditAccount.settled'),
});

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  listLoader(url, listQuerySchema, (query) => {
    const actor = context.get(actorContext);
    const { credit, ledger, nextCursor } = creditDetails(actor, params.id, query);
    const zone = timeZoneOf(request);
    const { name, email, endedAt, limitMinor, owedMinor, leftMinor } = credit;
    const facts: [label: string, value: string][] = [
      [t('common.account'), email ? `${name} <${shownEmail(email)}>` : name],
      [t('common.creditLimit'), formatUsd(limitMinor)],
      [t('common.owed'), formatUsd(owedMinor)],
      [t('common.left'), formatUsd(leftMinor)],
    ];
    return {
      name,
      facts,
      isEnded: endedAt !== null,
      limit: String(limitMinor / 100),
      statements: statementsOf(actor, params.id).map(shownStatement),
      rows: ledger.map((line) => ({
        seq: line.seq,
        at: formatInstant(line.at, zone),
        kind: kinds()[line.kind],
        what: line.title ?? (line.kind === 'limit' ? formatUsd(line.limitMinor) : ''),
        by: line.by,
        paymentId: line.paymentId,
        amount: line.amountMinor === 0 ? '' : formatUsd(line.amountMinor),
        owed: formatUsd(line.owedMinor),
      })),
      nextCursor,
    };
  });

const back = ({ message }: { message: string }, { url }: Submission) =>
  redirectWithToast(url.pathname, message);

export const action = intentAction({
  limit: form({
    schema: limitSchema,
    perform: (input, { actor, params }) => changeLimit(actor, params.id ?? '', input),
    outcome: back,
  }),
  renew: form({
    schema: limitSchema,
    perform: (input, { actor, params }) => renewCredit(actor, params.id ?? '', input),
    outcome: back,
  }),
  settle: form({
    schema: settleSchema,
    perform: (input, { actor, params }) => settleStatement(actor, params.id ?? '', input),
    outcome: back,
  }),
  end: form({
    schema: z.object({}),
    perform: (_, { actor, params }) => endCredit(actor, params.id ?? ''),
    outcome: back,
  }),
});

const tableColumns = (): Column<Route.ComponentProps['loaderData']['rows'][number]>[] => [
  { header: t('common.date'), cell: ({ at }) => at },
  {
    header: t('creditAccount.what'),
    cell: ({ kind, what, by, paymentId }) => (
      <>
        {what
          ? rich('page.labelValue', {
              label: kind,
              value: paymentId ? (
                <PathLink className="link" href={`/superadmin/payments/${paymentId}`}>
                  {what}
                </PathLink>
              ) : (
                what
              ),
            })
          : kind}
        {by && t('creditAccount.byName', { name: by })}
      </>
    ),
  },
  { header: t('common.amount'), align: 'end', cell: ({ amount }) => amount },
  { header: t('common.owed'), align: 'end', cell: ({ owed }) => owed },
];

const statementTitle = (): Column<ShownStatement>[] => [
  ...statementColumns(),
  {
    header: t('creditAccount.settle'),
    screenOnly: true,
    cell: ({ id, number, settled, isRefund }) =>
      settled === null && (
        <Form method="post">
          <input type="hidden" name="intent" value="settle" />
          <input type="hidden" name="statement" value={id} />
          <SubmitButton variant="secondary" size="small">
            {isRefund ? t('creditAccount.markAsPaidBack') : t('creditAccount.markAsPaid')}
            <span className="sr-only">: {number}</span>
          </SubmitButton>
        </Form>
      ),
  },
];

/** The credit of one account: its limit, its debt and its ledger. */
export default function CreditAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, facts, isEnded, statements } = loaderData;
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[
          { label: t('common.payments'), to: '/superadmin/payments' },
          { label: t('common.credit'), to: '/superadmin/credit' },
          { label: name },
        ]}
      />
      <ActionAlert answer={actionData} />
      <div className="grid gap-6">
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Card className="grid gap-4">
            <div>
              <AgreementBadge isEnded={isEnded} />
            </div>
            <Facts facts={facts} breakable />
          </Card>
          <AgreementForms limit={loaderData.limit} isEnded={isEnded} failure={actionData} />
        </div>
        {statements.length > 0 && (
          <section className="grid gap-4" aria-labelledby="statements">
            <h2 id="statements" className="text-xl">
              {t('common.statements')}
            </h2>
            <Table
              caption={t('creditAccount.statementsOfThisAccount')}
              columns={statementTitle()}
              groups={[{ rows: statements }]}
              rowKey={({ id }) => id}
            />
          </section>
        )}
        <h2 className="text-xl">{t('creditAccount.ledger')}</h2>
        <ListPage
          list={loaderData}
          table={{ caption: t('creditAccount.ledger'), columns: tableColumns(), rowKey: ({ seq }) => seq }}
        />
      </div>
    </>
  );
}

type AgreementFormsProps = {
  limit: string;
  isEnded: boolean;
  failure: Route.ComponentProps['actionData'];
};

function AgreementForms({ limit, isEnded, failure }: AgreementFormsProps) {
  const intent = isEnded ? 'renew' : 'limit';
  const pending = useNavigation().formData?.get('intent');
  return (
    <Card className="grid gap-6">
      <Form failure={failure?.intent === intent ? failure : null} method="post" className="grid gap-5">
        <input type="hidden" name="intent" value={intent} />
        <LimitField key={limit} defaultValue={limit} />
        <div>
          <SubmitButton pending={pending === intent}>
            {isEnded ? t('creditAccount.renewTheAgreement') : t('creditAccount.changeLimit')}
          </SubmitButton>
        </div>
      </Form>
      {!isEnded && (
        <Form method="post" className="grid gap-4 border-line border-t pt-5">
          <input type="hidden" name="intent" value="end" />
          <p>{t('creditAccount.afterTheEnd')}</p>
          <div>
            <SubmitButton variant="danger" pending={pending === 'end'}>
              {t('creditAccount.endAgreement')}
            </SubmitButton>
          </div>
        </Form>
      )}
    </Card>
  );
}
