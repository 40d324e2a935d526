import { and, isNull, lt, ne } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { daysAgo } from '#app/shared/clock.server.ts';
import { deleteSome } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';

/** Deletes accounts whose address was not verified in time. No other row refers to them, because they could never log in. */
export const sweepUnverifiedAccounts = (limit: number) =>
  deleteSome(
    users,
    and(
      isNull(users.emailVerifiedAt),
      lt(users.createdAt, daysAgo(env().RETENTION_UNVERIFIED_ACCOUNT_DAYS)),
      // Super admins have no address.
      ne(users.role, 'superadmin'),
    ),
    limit,
  );
