import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser } from './accounts.ts';

/**
 * Super admins' requests to move the courses of an account to another one of the same person. Both mailboxes confirm by the tokens
 * 'move-courses' of their accounts (`oneTimeTokens`). The newest row of an account is the one of its token.
 */
export const courseMoves = sqliteTable(
  'course_moves',
  {
    ...identity(),
    fromId: ofUser('from_id').notNull(),
    toId: ofUser('to_id').notNull(),
    requestedBy: toUser('requested_by').notNull(),
    /** Both owners read it. */
    reason: text().notNull(),
    requestedAt: integer('requested_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Null while it waits for a mailbox. */
    outcome: text({ enum: ['moved', 'cancelled'] }),
    endedAt: integer('ended_at'),
  },
  ({ fromId, toId, requestedBy, expiresAt }) => [
    index('course_moves_by_source').on(fromId),
    index('course_moves_by_target').on(toId),
    index('course_moves_by_requester').on(requestedBy),
    index('course_moves_by_expiry').on(expiresAt),
  ],
);
