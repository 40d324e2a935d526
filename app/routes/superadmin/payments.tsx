import { gatewayName } from '#app/payments/gateway.ts';
import type { Total } from '#app/payments/list-payments.server.ts';
import { listPayments, paymentListSchema, paymentTotals } from '#app/payments/list-payments.server.ts';
import { stateLabels } from '#app/payments/state-labels.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { Note } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { DateRange } from '#app/routes/pieces/certificate-lists/list-filters.tsx';
import { PaymentBadge } from '#app/routes/pieces/payment-pieces.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatCalendarDate, formatCalendarMonth } from '#app/shared/format-dates.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { formatUsd, toDollars } from '#app/shared/money.ts';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { ListPage, type States } from '#app/ui/list-page.tsx';
import { type Column, EmptyState } from '#app/ui/list-parts.tsx';
import { ButtonLink, EmailText, PageHeader, PathLink, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/payments';

export const meta = () => pageMeta(t('common.payments'), t('payments.allPaymentsWithTheirStateAndTotals'));

const chartSeries = () => [t('payments.received'), t('payments.refunded')];

const barOf =
  (format: (label: string) => string) =>
  ({ label, receivedMinor, refundedMinor }: Total) => ({
    label: format(label),
    values: [toDollars(receivedMinor), toDollars(refundedMinor)],
  });

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, paymentListSchema, (query) => {
    const actor = context.get(actorContext);
    const { payments, nextCursor } = listPayments(actor, query);
    const { byDay, byMonth } = paymentTotals(actor);
    const zone = timeZoneOf(request);
    const { state: chosen, from, to } = query;
    return {
      byDay: byDay.map(barOf(formatCalendarDate)),
      byMonth: byMonth.map(barOf(formatCalendarMonth)),
      rows: payments.map(({ id, payer, amountMinor, gateway, state, createdAt }) => ({
        id,
        payer,
        amount: formatUsd(amountMinor),
        gateway,
        state,
        createdAt: formatInstant(createdAt, zone),
      })),
      filters: { state: chosen, from, to },
      nextCursor,
    };
  });

type Data = Route.ComponentProps['loaderData'];

const statesTexts = (): States => [['', t('common.allStates')], ...Object.entries(stateLabels())];

const tableColumns = (): Column<Data['rows'][number]>[] => [
  {
    header: t('common.started'),
    cell: ({ id, createdAt }) => (
      <PathLink className="link" href={`/superadmin/payments/${id}`}>
        {createdAt}
      </PathLink>
    ),
  },
  {
    header: t('common.payer'),
    cell: ({ payer }) => (
      <>
        <bdi>{payer.name}</bdi>
        <Note>
          <EmailText>{payer.email ?? ''}</EmailText>
        </Note>
      </>
    ),
  },
  { header: t('common.amount'), align: 'end', cell: ({ amount }) => amount },
  { header: t('common.gateway'), cell: ({ gateway }) => gatewayName(gateway) },
  { header: t('common.state'), cell: ({ state }) => <PaymentBadge state={state} /> },
];

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { byDay, byMonth } = loaderData;
  const { state, ...dates } = loaderData.filters;
  return (
    <>
      <PageHeader
        title={t('common.payments')}
        actions={
          <>
            <ButtonLink to="/superadmin/credit" variant="secondary">
              {t('common.credit')}
            </ButtonLink>
            <ButtonLink to="/superadmin/payments/receipts" variant="secondary">
              {t('common.receiptsAndTax')}
            </ButtonLink>
          </>
        }
      />
      <div className="mb-8 grid gap-6 lg:grid-cols-2">
        <BarChart
          title={t('payments.last30Days')}
          series={chartSeries()}
          labelHeader={t('barChart.dayUtc')}
          bars={byDay}
        />
        <BarChart
          title={t('common.last12Months')}
          series={chartSeries()}
          labelHeader={t('barChart.monthUtc')}
          bars={byMonth}
        />
      </div>
      <div className="grid gap-4">
        <ListPage
          list={loaderData}
          search={{
            placeholder: t('payments.searchByEmailReceiptCertificateIdOrCourse'),
            states: statesTexts(),
            state,
            fields: <DateRange what={t('common.started')} {...dates} />,
            csv: true,
            always: true,
          }}
          empty={
            <EmptyState title={t('payments.noPayments')}>
              {t('payments.paymentsThatMatchAreListedHere')}
            </EmptyState>
          }
          table={{ caption: t('common.payments'), columns: tableColumns(), rowKey: ({ id }) => id }}
        />
      </div>
    </>
  );
}
