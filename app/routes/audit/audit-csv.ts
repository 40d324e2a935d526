import { type AuditEntry, auditListSchema, listAudit } from '#app/accounts/list-audit.server.ts';
import { csvResponse } from '#app/routes/pieces/csv.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import type { Route } from './+types/audit-csv';

const PAGE = 100;

const json = (facts: AuditEntry['before']) => facts && JSON.stringify(facts);

const tableColumns = (): [header: string, cell: (entry: AuditEntry) => string | null][] => [
  [t('auditCsv.number'), ({ seq }) => String(seq)],
  [t('common.time'), ({ at }) => new Date(at).toISOString()],
  [t('common.act'), ({ act }) => act],
  [t('auditCsv.kindOfActor'), ({ actor }) => actor.kind],
  [t('common.account'), ({ actor }) => actor.id ?? null],
  [t('common.name'), ({ actor }) => actor.name ?? null],
  [t('common.email'), ({ actor }) => actor.email ?? null],
  [t('common.organisation'), ({ organisation }) => organisation?.id ?? null],
  [t('auditCsv.kindOfObject'), ({ object }) => object?.kind ?? null],
  [t('auditCsv.object'), ({ object }) => object?.id ?? null],
  [t('auditCsv.nameOfObject'), ({ object }) => object?.name ?? null],
  [t('common.address'), ({ address }) => address],
  [t('auditCsv.session'), ({ sessionId }) => sessionId],
  [t('common.before'), ({ before }) => json(before)],
  [t('common.after'), ({ after }) => json(after)],
  [t('auditCsv.hashBefore'), ({ previous }) => previous],
  [t('auditCsv.hash'), ({ hash }) => hash],
];

/** The audit trail as CSV, with the search and filters of the page. */
export const loader = ({ url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const query = parseInput(auditListSchema, Object.fromEntries(url.searchParams));
  return csvResponse(
    actor,
    'audit-trail.csv',
    tableColumns().map(([header]) => header),
    (cursor) => {
      const { rows, nextCursor } = listAudit(actor, { ...query, limit: PAGE, cursor });
      return { items: rows, nextCursor };
    },
    (entry) => tableColumns().map(([, cell]) => cell(entry)),
  );
};
