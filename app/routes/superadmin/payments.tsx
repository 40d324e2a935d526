import { gatewayName } from '#app/payments/gateway.ts';
import { listPayments } from '#app/payments/list-payments.server.ts';
import { paymentListSchema } from '#app/payments/payment.schema.ts';
import { paymentTotals, type Total } from '#app/payments/payment-totals.server.ts';
import { stateLabels } from '#app/payments/state-labels.ts';
import { Note } from '#app/routes/pieces/certificates/certificate-state.tsx';
import { DateRange, ListControls, type States } from '#app/routes/pieces/certificates/list-controls.tsx';
import { PaymentBadge } from '#app/routes/pieces/payment-badge.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatCalendarDate, formatCalendarMonth } from '#app/shared/format-dates.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { formatUsd, toDollars } from '#app/shared/money.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { PathLink } from '#app/ui/path-link.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { t } from '#messages';
import type { Route } from './+types/payments';

export const meta = () => pageMeta(t('payments.payments'), t('payments.allPaymentsWithTheirStateAndTotals'));

const chartSeries = () => [t('payments.received'), t('payments.refunded')];

const barOf =
  (format: (label: string) => string) =>
  ({ label, receivedMinor, refundedMinor }: Total) => ({
    label: format(label),
    values: [toDollars(receivedMinor), toDollars(refundedMinor)],
  });

export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const query = Object.fromEntries(url.searchParams);
  const { payments, nextCursor } = listPayments(actor, parseInput(paymentListSchema, query));
  const { byDay, byMonth } = paymentTotals(actor);
  const zone = timeZoneOf(request);
  const { q = '', state = '', from = '', to = '' } = query;
  return {
    byDay: byDay.map(barOf(formatCalendarDate)),
    byMonth: byMonth.map(barOf(formatCalendarMonth)),
    rows: payments.map(({ id, payer, amountMinor, gateway, state: stateOf, createdAt }) => ({
      id,
      payer,
      amount: formatUsd(amountMinor),
      gateway,
      state: stateOf,
      createdAt: formatInstant(createdAt, zone),
    })),
    filters: { q, state, from, to },
    cursor: query.cursor ?? null,
    nextCursor,
  };
};

type Data = Route.ComponentProps['loaderData'];

const statesTexts = (): States => [['', t('payments.allStates')], ...Object.entries(stateLabels())];

const tableColumns = (): Column<Data['rows'][number]>[] => [
  {
    header: t('payments.started'),
    cell: ({ id, createdAt }) => (
      <PathLink className="link" href={`/superadmin/payments/${id}`}>
        {createdAt}
      </PathLink>
    ),
  },
  {
    header: t('payments.payer'),
    cell: ({ payer }) => (
      <>
        <bdi>{payer.name}</bdi>
        <Note>
          <EmailText>{payer.email ?? ''}</EmailText>
        </Note>
      </>
    ),
  },
  { header: t('payments.amount'), align: 'end', cell: ({ amount }) => amount },
  { header: t('payments.gateway'), cell: ({ gateway }) => gatewayName(gateway) },
  { header: t('payments.state'), cell: ({ state }) => <PaymentBadge state={state} /> },
];

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { rows, ...more } = useMorePages(loaderData);
  const { byDay, byMonth, filters } = loaderData;
  return (
    <>
      <PageHeader
        title={t('payments.payments')}
        actions={
          <>
            <ButtonLink to="/superadmin/credit" variant="secondary">
              {t('payments.credit')}
            </ButtonLink>
            <ButtonLink to="/superadmin/payments/receipts" variant="secondary">
              {t('payments.receiptsAndTax')}
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
          title={t('payments.last12Months')}
          series={chartSeries()}
          labelHeader={t('barChart.monthUtc')}
          bars={byMonth}
        />
      </div>
      <div className="grid gap-4">
        <ListControls
          placeholder={t('payments.searchByEmailReceiptCertificateIdOrCourse')}
          states={statesTexts()}
          q={filters.q}
          state={filters.state}
          csv="/superadmin/payments.csv"
        >
          <DateRange what={t('payments.started')} from={filters.from} to={filters.to} />
        </ListControls>
        {rows.length === 0 ? (
          <EmptyState title={t('payments.noPayments')}>
            {t('payments.paymentsThatMatchAreListedHere')}
          </EmptyState>
        ) : (
          <Table
            caption={t('payments.payments')}
            columns={tableColumns()}
            groups={[{ rows }]}
            rowKey={({ id }) => id}
          />
        )}
        <LoadMore {...more} />
      </div>
    </>
  );
}
