import { lt } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { daysAgo } from '#app/shared/clock.server.ts';
import { deleteSome } from '#db/client.ts';
import { supportMessages } from '#db/schema/support.ts';

/** Deletes messages that were handled long ago. Open ones have no such time and stay. */
export const sweepMessages = (limit: number) =>
  deleteSome(
    supportMessages,
    lt(supportMessages.handledAt, daysAgo(env().RETENTION_SUPPORT_MESSAGE_DAYS)),
    limit,
  );
