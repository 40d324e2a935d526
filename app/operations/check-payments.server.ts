import { findProblems } from './check-records.server.ts';

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

/** Statements that are not the sum of their entries, list entries of another statement, or omit entries. */
const checkStatements = () => [
  ...findProblems(
    `select s.number, s.total_minor as total, s.tax_minor as tax, sum(e.amount_minor) as listed,
       sum(e.tax_minor) as listedTax
     from credit_statements s
     left join credit_entries e on e.user_id = s.user_id and e.seq > s.after_seq and e.seq <= s.through_seq
       and e.kind in ('draw', 'refund')
     group by s.number having total is not listed or tax is not listedTax`,
    ({ number, total, tax, listed, listedTax }) =>
      tax === listedTax
        ? `statement ${number} says ${total}, its entries ${listed}`
        : `statement ${number} says ${total} with ${tax} tax, its entries ${listed} with ${listedTax}`,
  ),
  ...findProblems(
    `select * from (
       select number, after_seq as "from", lag(through_seq, 1, 0) over (partition by user_id order by number) as previous
       from credit_statements)
     where "from" <> previous`,
    ({ number, from, previous }) => `statement ${number} begins after entry ${from} instead of ${previous}`,
  ),
  ...findProblems(
    `select a.user_id as userId, a.stated_seq as kept, coalesce(max(s.through_seq), 0) as last
     from credit_accounts a left join credit_statements s on s.user_id = a.user_id
     group by 1 having kept <> last`,
    ({ userId, kept, last }) => `credit of ${userId}: statements end at entry ${last}, but ${kept} is stored`,
  ),
];

/**
 * Compares credit accounts, statements and payments from credit with the ledger. Returns one line per problem. Statements have
 * no gaps between them, so each draw and refund is on exactly one.
 */
export const checkCredit = (): string[] => [
  // Accounts whose debt is not the sum of their ledger entries.
  ...findProblems(
    `select a.user_id as userId, a.owed_minor as owed, coalesce(sum(e.amount_minor), 0) as entered
     from credit_accounts a left join credit_entries e on e.user_id = a.user_id
     group by 1 having owed <> entered`,
    ({ userId, owed, entered }) => `credit of ${userId}: ${owed} is owed, but its ledger says ${entered}`,
  ),
  ...checkStatements(),
  // Statements marked as paid that the ledger does not settle by their total, and vice versa.
  ...findProblems(
    `select s.number, s.total_minor as total, s.settled_at as settledAt, -coalesce(sum(e.amount_minor), 0) as settled
     from credit_statements s left join credit_entries e on e.statement_id = s.id
     group by s.number having settled <> iif(settledAt is null, 0, total)`,
    ({ number, total, settledAt, settled }) =>
      `statement ${number} ${settledAt === null ? 'is open' : `of ${total} is settled`}, but ${settled} is settled in the ledger`,
  ),
  // Payments from credit that were not drawn or returned exactly once.
  ...findProblems(
    `select p.id, p.state, coalesce(sum(e.amount_minor), 0) as drawn from payments p
     left join credit_entries e on e.payment_id = p.id where p.gateway = 'invoice'
     group by 1 having drawn <> iif(p.state in ('paid', 'disputed'), p.amount_minor, 0)`,
    ({ id, state, drawn }) => `payment ${id} is ${state}, but ${drawn} is drawn from credit`,
  ),
];
