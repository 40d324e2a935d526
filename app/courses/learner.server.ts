import { eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';

/** A learner as the author of a course sees one. Undefined once the account is deleted. */
export const learnerById = (id: string) =>
  db()
    .select({ id: users.id, name: users.name, username: users.username })
    .from(users)
    .where(eq(users.id, id))
    .get();
