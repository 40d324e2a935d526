import { ownCredit } from '#app/payments/credit/list-credit.server.ts';
import { gatewayName } from '#app/payments/gateway.ts';
import { listOwnPayments, ownPaymentsSchema } from '#app/payments/list-own-payments.server.ts';
import { EmptyList } from '#app/ui/empty-list.tsx';
import { PaymentBadge } from '#app/routes/pieces/payment-badge.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { formatUsd } from '#app/shared/money.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { PathLink } from '#app/ui/path-link.tsx';
import { ListSearch } from '#app/ui/search-box.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { t } from '#messages';
import type { Route } from './+types/payments';

export const meta = () =>
  pageMeta(t('payments.yourPayments'), t('payments.yourPaymentsOnThisSiteWithReceipts'));

export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const { cursor, q = '' } = Object.fromEntries(url.searchParams);
  const actor = context.get(actorContext);
  const { payments, nextCursor } = listOwnPayments(actor, parseInput(ownPaymentsSchema, { cursor, q }));
  const zone = timeZoneOf(request);
  return {
    hasCredit: ownCredit(actor) !== null,
    rows: payments.map(({ id, title, path, amountMinor, gateway, state, receiptNumber, createdAt }) => ({
      id,
      title,
      path,
      amount: formatUsd(amountMinor),
      gateway: gatewayName(gateway),
      state,
      hasReceipt: receiptNumber !== null,
      createdAt: formatInstant(createdAt, zone),
    })),
    q,
    cursor: cursor ?? null,
    nextCursor,
  };
};

const tableColumns = (): Column<Route.ComponentProps['loaderData']['rows'][number]>[] => [
  {
    header: t('payments.for'),
    cell: ({ title, path }) => (
      <PathLink className="link" href={path}>
        <bdi>{title}</bdi>
      </PathLink>
    ),
  },
  { header: t('payments.date'), cell: ({ createdAt }) => createdAt },
  { header: t('payments.amount'), align: 'end', cell: ({ amount }) => amount },
  { header: t('payments.paidThrough'), cell: ({ gateway }) => gateway },
  { header: t('payments.state'), cell: ({ state }) => <PaymentBadge state={state} /> },
  {
    header: t('payments.receipt'),
    screenOnly: true,
    cell: ({ id, title, hasReceipt }) =>
      hasReceipt && (
        <PathLink
          className="link"
          href={`/verify/receipts/${id}`}
          aria-label={t('payments.receiptForTitle', { title })}
        >
          {t('payments.receipt')}
        </PathLink>
      ),
  },
];

/** The account's payments for verifications and courses. */
export default function Payments({ loaderData }: Route.ComponentProps) {
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader
        title={t('payments.yourPayments')}
        lead={t('payments.yourVerificationsAndCoursesWithTheirReceipts')}
        actions={
          loaderData.hasCredit && (
            <ButtonLink to="/payments/statements" variant="secondary">
              {t('payments.creditAndStatements')}
            </ButtonLink>
          )
        }
      />
      <ListSearch
        label={t('payments.searchByCertificateCourseStudentOrReceipt')}
        q={loaderData.q}
        isEmpty={rows.length === 0}
      />
      {rows.length === 0 ? (
        <EmptyList
          title={t('payments.noPaymentsYet')}
          text={t('payments.yourPaymentsAreListedHere')}
          filtered={loaderData.q !== ''}
          all="/payments"
          more={more.to !== null}
        />
      ) : (
        <Table
          caption={t('payments.yourPayments2')}
          columns={tableColumns()}
          groups={[{ rows }]}
          rowKey={({ id }) => id}
        />
      )}
      <LoadMore {...more} />
    </>
  );
}
