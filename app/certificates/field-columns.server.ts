import { desc, eq, sql } from 'drizzle-orm';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { db } from '#db/client.ts';
import { certificateFields } from '#db/schema/fields.ts';

/** More than an issuer has in use, and few enough for a spreadsheet. */
const MOST_COLUMNS = 100;

/**
 * The own fields that an issuer's certificates may have, one for each key, with the newest name: those in use and the last that were retired.
 * @throws AppError unauthenticated; forbidden
 */
export function fieldColumns(actor: Actor): { key: string; name: string }[] {
  requireIssuer(actor, 'read');
  const { key, name, issuerId, retiredAt, seq } = certificateFields;
  const newest = db()
    .select({ key, name })
    .from(certificateFields)
    .where(eq(issuerId, actor.organisation.id))
    .orderBy(sql`${retiredAt} is not null`, desc(seq))
    .limit(MOST_COLUMNS)
    .all()
    .toReversed();
  return [...new Map(newest.map((column) => [column.key, column])).values()];
}
