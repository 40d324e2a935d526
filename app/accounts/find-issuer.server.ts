import { and, eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { latestDecision, statusOf } from './sessions.server.ts';

/** Finds an issuer by its id for background work. Returns null when the issuer may not issue now. */
export function findIssuer(id: string): { id: string; name: string; username: string } | null {
  const row = db()
    .select({ id: users.id, name: users.name, username: users.username, decision: latestDecision })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'admin')))
    .get();
  if (!row || statusOf('admin', row.decision) !== 'active') return null;
  const { decision: _decision, ...issuer } = row;
  return issuer;
}
