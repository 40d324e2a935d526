import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db } from '#db/client.ts';
import { sessions, users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { endSessionSchema, proofSchema } from './account.schema.server.ts';
import { type Actor, requireMember, requireSuperAdmin } from './actor.server.ts';
import { endSessionRows, requireLogin, requireRecentProof } from './require-login.server.ts';

/** A session of the actor's account; times in ms UTC. */
type SessionEntry = {
  id: string;
  kind: 'browser' | 'bearer';
  userAgent: string | null;
  address: string;
  createdAt: number;
  lastUsedAt: number;
  current: boolean;
};

type SessionPage = { entries: SessionEntry[]; nextCursor: string | null };

const PAGE = 50;
/** Rows are deleted but never get a new rowid, so rowids order sessions by their start. */
const seq = sql<number>`${sessions}.rowid`;

/**
 * The actor's browser and API sessions, newest first, 50 a page.
 * @throws AppError unauthenticated; forbidden for a named API token; invalid for an unknown cursor
 */
export function listSessions(actor: Actor, cursor?: string): SessionPage {
  requireLogin(actor);
  const found = db()
    .select({
      seq,
      id: sessions.id,
      kind: sessions.kind,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, actor.user.id),
        inArray(sessions.kind, ['browser', 'bearer']),
        gt(sessions.expiresAt, now()),
        lt(seq, seqBefore(cursor)),
      ),
    )
    .orderBy(desc(seq))
    .limit(PAGE + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE);
  return {
    entries: rows.map(({ seq: _, kind, ...row }) => ({
      ...row,
      kind: kind === 'browser' ? ('browser' as const) : ('bearer' as const),
      current: row.id === actor.sessionId,
    })),
    nextCursor,
  };
}

/**
 * Ends one of the actor's sessions or API tokens.
 * @param input {sessionId, password?}
 * @throws AppError unauthenticated; forbidden for a named API token, and with the code 'password_required'; invalid for a wrong password;
 *   not-found for other accounts' sessions; rate-limited; busy
 */
export async function endSession(
  actor: Actor,
  input: z.output<typeof endSessionSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  const { sessionId, password } = input;
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, actor.user.id));
  await requireRecentProof(actor, password);
  const done = (kind?: string) => ({
    message: kind === 'token' ? t('common.theApiTokenWasRevoked') : t('endSessions.theSessionWasEnded'),
  });
  const [ended] = endSessionRows(own, (tx, [row]) => {
    storeAnswer(tx, done(row?.kind));
    if (row?.kind === 'token') recordAct(tx, actor, 'token.revoked', { object: ['token', sessionId] });
    else recordAct(tx, actor, 'session.ended', { object: ['session', sessionId] });
  });
  if (!ended) throw notFound();
  recordSecurityEvent('sessions ended', {
    userId: actor.user.id,
    address: actor.address,
    reason: ended.kind,
    count: 1,
  });
  return done(ended.kind);
}

/**
 * Ends every session of the actor except the current one. Named API tokens stay; they are revoked one by one.
 * @throws AppError as `endSession`, except not-found
 */
export async function endOtherSessions(
  actor: Actor,
  { password }: z.output<typeof proofSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  await requireRecentProof(actor, password);
  const done = (count: number) => ({
    message: t('endSessions.changesOtherSessionsWereEnded', { changes: count }),
  });
  const { length: changes } = endSessionRows(
    and(eq(sessions.userId, actor.user.id), ne(sessions.id, actor.sessionId), ne(sessions.kind, 'token')),
    (tx, { length: count }) => {
      if (count > 0) recordAct(tx, actor, 'session.ended', { after: { count } });
      storeAnswer(tx, done(count));
    },
  );
  recordSecurityEvent('sessions ended', { userId: actor.user.id, address: actor.address, count: changes });
  return done(changes);
}

/**
 * Ends the actor's session or token.
 * @throws AppError unauthenticated; Error of a full disk when the end could not be stored, although it has taken effect
 */
export function logout(actor: Actor) {
  requireMember(actor);
  recordSecurityEvent('logout', { userId: actor.user.id, address: actor.address });
  endSessionRows(eq(sessions.id, actor.sessionId), (tx) => recordAct(tx, actor, 'logout'));
}

const ownTexts = () => t('endSessionsOf.endYourOwnSessionsInYourSettings');

/** An account whose sessions a super admin may end. */
type SessionsSubject = { name: string; username: string; email: string | null; isIssuer: boolean };

/** @throws AppError forbidden unless the actor is a super admin; not-found; conflict for the actor's own account */
export function sessionsSubject(actor: Actor, userId: string): SessionsSubject {
  requireSuperAdmin(actor);
  if (actor.user.id === userId) throw new AppError('conflict', ownTexts());
  const { name, username, email, role } = users;
  const row = db().select({ name, username, email, role }).from(users).where(eq(users.id, userId)).get();
  if (!row) throw notFound();
  return { name: row.name, username: row.username, email: row.email, isIssuer: row.role === 'admin' };
}

/**
 * Ends all sessions and API tokens of an account, by a super admin.
 * @param input {password?}
 * @throws AppError unauthenticated; forbidden for other roles and named API tokens, and with the code 'password_required'; as
 *   `sessionsSubject`; rate-limited; busy
 */
export async function endSessionsOf(
  actor: Actor,
  userId: string,
  { password }: z.output<typeof proofSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  const { name, isIssuer } = sessionsSubject(actor, userId);
  await requireRecentProof(actor, password);
  const done = (ended: number) => {
    const what = t('endSessionsOf.countSessionsAndTokens', { count: ended });
    return { message: t('endSessionsOf.whatOfNameEnded', { what, name }) };
  };
  const { length: count } = endSessionRows(
    and(eq(sessions.userId, userId), ne(sessions.id, actor.sessionId)),
    (tx, ended) => {
      recordAct(tx, actor, 'session.ended', {
        object: ['account', userId],
        organisation: isIssuer ? userId : null,
        after: { count: ended.length },
      });
      storeAnswer(tx, done(ended.length));
    },
  );
  recordSecurityEvent('sessions ended', {
    userId: actor.user.id,
    subjectId: userId,
    address: actor.address,
    count,
  });
  return done(count);
}
