import { and, isNull, lt, ne } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { deleteSome } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';

/** How long an account waits for its address to be verified. */
const UNVERIFIED_MS = 30 * 86_400_000;

/** Removes some of the accounts whose address nobody verified. They could never log in, so nothing else refers to them. */
export const sweepUnverifiedAccounts = (limit: number) =>
  deleteSome(
    users,
    and(
      isNull(users.emailVerifiedAt),
      lt(users.createdAt, now() - UNVERIFIED_MS),
      // Super admins have no address.
      ne(users.role, 'superadmin'),
    ),
    limit,
  );
