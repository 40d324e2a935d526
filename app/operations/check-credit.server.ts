import { sqlite } from '#db/client.ts';

/** Accounts and statements that are not the sum of their ledger's entries, and payments from credit that were not drawn or given back once. */
export function checkCredit(): string[] {
  const debts = sqlite
    .prepare(
      `select a.user_id as userId, a.owed_minor as owed, coalesce(sum(e.amount_minor), 0) as entered
       from credit_accounts a left join credit_entries e on e.user_id = a.user_id
       group by 1 having owed <> entered`,
    )
    .all() as { userId: string; owed: number; entered: number }[];
  const statements = sqlite
    .prepare(
      `select s.number, s.total_minor as total, sum(e.amount_minor) as listed from credit_statements s
       left join credit_entries e on e.user_id = s.user_id and e.seq > s.after_seq and e.seq <= s.through_seq
         and e.kind in ('draw', 'refund')
       group by 1 having total is not listed`,
    )
    .all() as { number: number; total: number; listed: number | null }[];
  const payments = sqlite
    .prepare(
      `select p.id, p.state, coalesce(sum(e.amount_minor), 0) as drawn from payments p
       left join credit_entries e on e.payment_id = p.id where p.gateway = 'invoice'
       group by 1 having drawn <> iif(p.state in ('paid', 'disputed'), p.amount_minor, 0)`,
    )
    .all() as { id: string; state: string; drawn: number }[];
  return [
    ...debts.map(
      ({ userId, owed, entered }) => `credit of ${userId}: ${owed} is owed, but its ledger says ${entered}`,
    ),
    ...statements.map(
      ({ number, total, listed }) => `statement ${number} says ${total}, its entries ${listed}`,
    ),
    ...payments.map(({ id, state, drawn }) => `payment ${id} is ${state}, but ${drawn} is drawn from credit`),
  ];
}
