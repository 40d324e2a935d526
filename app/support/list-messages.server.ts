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
const handler = alias(users, 'handler');

/** A message, with who handled it and when; times in ms UTC. */
export type SupportMessage = {
  id: string;
  topic: 'contact' | 'support';
  name: string;
  email: string;
  subject: string;
  body: string;
  createdAt: number;
  handled: { by: string | null; at: number } | null;
};

const SHOWN = {
  open: isNull(supportMessages.handledAt),
  handled: isNotNull(supportMessages.handledAt),
  all: undefined,
};

/**
 * Messages, newest first, 50 a page.
 * @param input {q?: part of a name, address, subject or text, show?: 'open' | 'handled' | 'all', cursor?}
 * @throws AppError forbidden unless the actor is a super admin; invalid
 */
export function listMessages(
  actor: Actor,
  input: z.output<typeof listMessagesSchema>,
): { messages: SupportMessage[]; nextCursor: string | null } {
  requireSuperAdmin(actor);
  const { cursor, q, show } = input;
  const { name, email, subject, body } = supportMessages;
  const matches = [name, email, subject, body].map((column) => contains(column, q));
  const { rows, nextCursor } = page(
    db()
      .select({
        seq: supportMessages.seq,
        id: supportMessages.id,
        topic: supportMessages.topic,
        name,
        email,
        subject,
        body,
        createdAt: supportMessages.createdAt,
        handledAt: supportMessages.handledAt,
        handledBy: handler.name,
      })
      .from(supportMessages)
      .leftJoin(handler, eq(handler.id, supportMessages.handledBy))
      .where(
        and(lt(supportMessages.seq, seqBefore(cursor)), SHOWN[show], q.trim() ? or(...matches) : undefined),
      )
      .orderBy(desc(supportMessages.seq))
      .limit(PAGE + 1)
      .all(),
    PAGE,
  );
  return {
    messages: rows.map(({ seq: _, handledAt, handledBy, ...row }) => ({
      ...row,
      handled: handledAt === null ? null : { by: handledBy, at: handledAt },
    })),
    nextCursor,
  };
}
