import { checkCredit } from './check-credit.server.ts';
import { findProblems } from './database-damage.server.ts';

const MOST_GAPS = 20;

const NUMBERED = {
  receipt: 'receipts',
  'credit-note': 'credit_notes',
  statement: 'credit_statements',
} as const;

/** Missing numbers of a series, numbers that were assigned twice, and a counter that is not the last number. */
const checkSeries = ([series, table]: [string, string]): string[] => [
  ...findProblems(
    `select previous + 1 as "from", number - 1 as "to"
     from (select number, lag(number, 1, 0) over (order by number) as previous from ${table})
     where number > previous + 1 limit ${MOST_GAPS}`,
    ({ from, to }) => `${table}: ${from === to ? from : `${from} to ${to}`} missing`,
  ),
  ...findProblems(
    `select number from ${table} group by number having count(*) > 1 limit ${MOST_GAPS}`,
    ({ number }) => `${table}: ${number} was assigned twice`,
  ),
  ...findProblems(
    `select coalesce((select last from document_numbers where series = '${series}'), 0) as last,
       coalesce((select max(number) from ${table}), 0) as highest where last <> highest`,
    ({ last, highest }) => `${table}: the last number is ${highest}, but ${last} were assigned`,
  ),
];

/** Compares payment_days with receipts and credit notes in one statement, so that both are read at the same moment. */
const checkTotals = () =>
  findProblems(
    `with rows as (
       select day, sum(received) as received, sum(refunded) as refunded from (
         select date(settled_at / 1000, 'unixepoch') as day, amount_minor as received, 0 as refunded
           from payments where receipt_number is not null
         union all select date(issued_at / 1000, 'unixepoch'), 0, amount_minor from credit_notes
       ) group by day)
     select coalesce(rows.day, kept.day) as day, coalesce(received, 0) as received, coalesce(refunded, 0) as refunded,
       coalesce(received_minor, 0) as keptReceived, coalesce(refunded_minor, 0) as keptRefunded
     from rows full join payment_days kept on kept.day = rows.day
     where coalesce(received, 0) <> coalesce(received_minor, 0) or coalesce(refunded, 0) <> coalesce(refunded_minor, 0)`,
    ({ day, received, refunded, keptReceived, keptRefunded }) => [
      ...(received === keptReceived ? [] : [`${day}: ${keptReceived} cents received instead of ${received}`]),
      ...(refunded === keptRefunded ? [] : [`${day}: ${keptRefunded} cents refunded instead of ${refunded}`]),
    ],
  );

/** Payments whose receipt has another number, or that have a number and no receipt. */
const checkReceipts = () =>
  findProblems(
    `select p.id from payments p left join receipts r on r.payment_id = p.id
     where p.receipt_number is not r.number limit ${MOST_GAPS}`,
    ({ id }) => `payment ${id} has another number than its receipt`,
  );

const checkCoupons = () =>
  findProblems(
    `select code, c.uses as kept, count(p.id) + count(iif(u.payment_id is null, u.seq, null)) as counted
     from coupons c left join coupon_uses u on u.coupon_id = c.id
       left join payments p on p.id = u.payment_id and p.state in ('created', 'pending', 'paid', 'disputed')
     group by c.id having c.uses <> counted`,
    ({ code, kept, counted }) => `coupon ${code} counts ${kept} uses instead of ${counted}`,
  );

/** Checks the number series of documents, the daily totals, the uses of coupons, and credit. Returns one line per problem. */
export const checkPayments = (): string[] => [
  ...Object.entries(NUMBERED).flatMap(checkSeries),
  ...checkReceipts(),
  ...checkTotals(),
  ...checkCoupons(),
  ...checkCredit(),
];
