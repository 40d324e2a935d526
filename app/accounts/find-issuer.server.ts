import { eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { organisations } from '#db/schema/organisations.ts';
import { statusOfOrganisation } from './sessions.server.ts';

/** Finds an issuer by its id for background work. Returns null when the issuer may not issue now. */
export function findIssuer(id: string): { id: string; name: string; username: string } | null {
  const row = db()
    .select({ id: organisations.id, name: organisations.name, username: organisations.username })
    .from(organisations)
    .where(eq(organisations.id, id))
    .get();
  return row && statusOfOrganisation(id) === 'active' ? row : null;
}
