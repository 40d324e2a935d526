import { and, isNull, lt, ne } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { deleteSome } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';

/** How long an account with an unverified address is kept. */
const UNVERIFIED_MS = 30 * 86_400_000;

/** Deletes accounts whose address was never verified. No other row refers to them, because they could never log in. */
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
