import { ownCredit } from '#app/payments/credit/list-credit.server.ts';
import { gatewayName } from '#app/payments/gateway.ts';
import { listOwnPayments, ownPaymentsSchema } from '#app/payments/list-own-payments.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { PaymentBadge } from '#app/routes/pieces/payment-pieces.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { formatUsd } from '#app/shared/money.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import type { Column } from '#app/ui/list-parts.tsx';
import { ButtonLink, PageHeader, PathLink, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/payments';

export const meta = () =>
  pageMeta(t('common.yourPayments'), t('payments.yourPaymentsOnThisSiteWithReceipts'));

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, ownPaymentsSchema, (query) => {
    const actor = context.get(actorContext);
    const { payments, nextCursor } = listOwnPayments(actor, query);
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
      nextCursor,
    };
  });

const tableColumns = (): Column<Route.ComponentProps['loaderData']['rows'][number]>[] => [
  {
    header: t('common.for'),
    cell: ({ title, path }) => (
      <PathLink className="link" href={path}>
        <bdi>{title}</bdi>
      </PathLink>
    ),
  },
  { header: t('common.date'), cell: ({ createdAt }) => createdAt },
  { header: t('common.amount'), align: 'end', cell: ({ amount }) => amount },
  { header: t('payments.paidThrough'), cell: ({ gateway }) => gateway },
  { header: t('common.state'), cell: ({ state }) => <PaymentBadge state={state} /> },
  {
    header: t('common.receipt'),
    screenOnly: true,
    cell: ({ id, title, hasReceipt }) =>
      hasReceipt && (
        <PathLink
          className="link"
          href={`/verify/receipts/${id}`}
          aria-label={t('payments.receiptForTitle', { title })}
        >
          {t('common.receipt')}
        </PathLink>
      ),
  },
];

/** The account's payments for verifications and courses. */
export default function Payments({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={t('common.yourPayments')}
        lead={t('payments.yourVerificationsAndCoursesWithTheirReceipts')}
        actions={
          loaderData.hasCredit && (
            <ButtonLink to="/payments/statements" variant="secondary">
              {t('common.creditAndStatements')}
            </ButtonLink>
          )
        }
      />
      <ListPage
        list={loaderData}
        search={{ label: t('payments.searchByCertificateCourseStudentOrReceipt') }}
        empty={{ title: t('payments.noPaymentsYet'), text: t('payments.yourPaymentsAreListedHere') }}
        table={{ caption: t('common.yourPayments'), columns: tableColumns(), rowKey: ({ id }) => id }}
      />
    </>
  );
}
