import type { Actor } from '#app/accounts/actor.server.ts';
import { type AuditEntry, listAudit } from '#app/accounts/list-audit.server.ts';
import { auditListSchema } from '#app/audit/audit.schema.ts';
import { csvResponse } from '#app/routes/pieces/csv.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';

const PAGE = 100;

const json = (facts: AuditEntry['before']) => facts && JSON.stringify(facts);

const COLUMNS: [header: string, cell: (entry: AuditEntry) => string | null][] = [
  ['Number', ({ seq }) => String(seq)],
  ['Time', ({ at }) => new Date(at).toISOString()],
  ['Act', ({ act }) => act],
  ['Kind of actor', ({ actor }) => actor.kind],
  ['Account', ({ actor }) => actor.id ?? null],
  ['Name', ({ actor }) => actor.name ?? null],
  ['Email', ({ actor }) => actor.email ?? null],
  ['Organisation', ({ organisation }) => organisation?.id ?? null],
  ['Kind of object', ({ object }) => object?.kind ?? null],
  ['Object', ({ object }) => object?.id ?? null],
  ['Name of object', ({ object }) => object?.name ?? null],
  ['Address', ({ address }) => address],
  ['Session', ({ sessionId }) => sessionId],
  ['Before', ({ before }) => json(before)],
  ['After', ({ after }) => json(after)],
  ['Hash before', ({ previous }) => previous],
  ['Hash', ({ hash }) => hash],
];

/** The audit trail as CSV, with the search and filters of the page. */
export function auditCsv(actor: Actor, url: URL): Promise<Response> {
  const query = parseInput(auditListSchema, Object.fromEntries(url.searchParams));
  return csvResponse(
    actor,
    'audit-trail.csv',
    COLUMNS.map(([header]) => header),
    (cursor) => {
      const { rows, nextCursor } = listAudit(actor, { ...query, limit: PAGE, cursor });
      return { items: rows, nextCursor };
    },
    (entry) => COLUMNS.map(([, cell]) => cell(entry)),
  );
}
