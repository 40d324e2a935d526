import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { identity, toUser, users } from './accounts.ts';

/** Messages sent through /contact and /support. */
export const supportMessages = sqliteTable(
  'support_messages',
  {
    ...identity(),
    topic: text({ enum: ['contact', 'support'] }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The author's account, if logged in. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer('created_at').notNull(),
    handledBy: toUser('handled_by'),
    handledAt: integer('handled_at'),
  },
  ({ handledAt, seq, userId, handledBy }) => [
    index('support_messages_by_handled').on(handledAt, seq),
    index('support_messages_by_user').on(userId),
    index('support_messages_by_handler').on(handledBy),
  ],
);
