import { inLanguage } from '#app/messages/reader-language.server.ts';
import { documentOf, statementNumber } from '#app/payments/credit/statement-lines.ts';
import type { StatementEntry } from '#app/payments/credit/statements.server.ts';
import { statementEntries, statementOf } from '#app/payments/credit/statements.server.ts';
import { csvResponse } from '#app/routes/pieces/csv.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { toDollars } from '#app/shared/money.ts';
import { t } from '#messages';
import type { Route } from './+types/statement-csv';

export const handle = { tokenScopes: ['payments:read'] } satisfies RouteNeeds;

const PAGE = 100;

const header = () => [
  t('common.statement'),
  t('common.date'),
  t('common.for'),
  t('statement.document'),
  t('paymentsCsv.payment'),
  t('creditAccount.drawn'),
  t('creditAccount.refunded'),
  t('statementCsv.taxDrawn'),
  t('statementCsv.taxRefunded'),
  t('paymentsCsv.currency'),
];

/**
 * Puts an entry's amount into the column of draws or of refunds. Each column can be summed, and amounts are never negative,
 * because a minus would be neutralised as a possible formula.
 */
function inColumns({ kind }: StatementEntry, minor: number): [drawn: string | null, refunded: string | null] {
  const dollars = String(toDollars(Math.abs(minor)));
  return kind === 'draw' ? [dollars, null] : [null, dollars];
}

/** A statement's draws and refunds as CSV. */
export const loader = ({ params, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const statement = statementOf(actor, params.id);
  const number = statementNumber(statement.number);
  return csvResponse(
    actor,
    `certrace-statement-${number}.csv`,
    inLanguage(statement.language, header),
    (cursor) => statementEntries(statement, cursor, PAGE),
    (entry) => [
      number,
      new Date(entry.at).toISOString(),
      entry.title,
      documentOf(entry),
      entry.paymentId,
      ...inColumns(entry, entry.amountMinor),
      ...inColumns(entry, entry.taxMinor),
      statement.currency,
    ],
  );
};
