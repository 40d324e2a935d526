import { findProblems } from './database-damage.server.ts';

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
