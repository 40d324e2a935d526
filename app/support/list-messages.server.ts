import { and, desc, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { contains } from '#app/shared/like.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { supportMessages } from '#db/schema/support.ts';
import type { listMessagesSchema } from './support.schema.ts';

const PAGE = 50;
const { seq, id, topic, name, email, subject, body, createdAt, handledAt } = supportMessages;
const handler = alias(users, 'handler');

const SHOWN = {
  open: isNull(handledAt),
  handled: isNotNull(handledAt),
  all: undefined,
};

/**
 * Messages with who handled each and when, in ms UTC; newest first, 50 a page.
 * @param input {q?: part of a name, address, subject or text, show?: 'open' | 'handled' | 'all', cursor?}
 * @throws AppError forbidden unless the actor is a super admin; invalid
 */
export function listMessages(actor: Actor, input: z.output<typeof listMessagesSchema>) {
  requireSuperAdmin(actor);
  const { cursor, q, show } = input;
  const matches = [name, email, subject, body].map((column) => contains(column, q));
  const { rows, nextCursor } = page(
    db()
      .select({
        ...{ seq, id, topic, name, email, subject, body, createdAt, handledAt },
        handledBy: handler.name,
      })
      .from(supportMessages)
      .leftJoin(handler, eq(handler.id, supportMessages.handledBy))
      .where(and(lt(seq, seqBefore(cursor)), SHOWN[show], q.trim() ? or(...matches) : undefined))
      .orderBy(desc(seq))
      .limit(PAGE + 1)
      .all(),
    PAGE,
  );
  return {
    messages: rows.map(({ seq: _, handledAt: at, handledBy: by, ...row }) => ({
      ...row,
      handled: at === null ? null : { by, at },
    })),
    nextCursor,
  };
}
