import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { and, count, desc, eq, gt, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireOrganisation } from '#app/accounts/actor.server.ts';
import {
  requireOwner,
  requireStillMay,
  requireStillOwner,
} from '#app/accounts/organisations/membership.server.ts';
import {
  endSessionRows,
  requireLiveSession,
  requireLogin,
  requireRecentProof,
} from '#app/accounts/require-login.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { tokenCreatedMail, unusedTokensMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createPatientLoop } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid, notFound } from '#app/shared/errors.server.ts';
import { hashToken, newId } from '#app/shared/ids.server.ts';
import { page } from '#app/shared/list-queries.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, preparedSql, transaction } from '#db/client.ts';
import { sessions, users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { apiTokenListSchema, apiTokenSchema } from './api-token.schema.server.ts';
import {
  type ApiToken,
  NEVER_EXPIRES,
  toApiToken,
  tokenColumns,
  tokenSeq,
  unexpiredTokens,
} from './api-token.server.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'ctr_';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** The CRC-32 of a text in base 62, six characters with the most significant digit first. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/**
 * A new secret of an API token: `ctr_`, 43 random characters in base 62 (256 bits), and a checksum of these characters. Prefix and
 * checksum let scanners find leaked secrets without asking the server.
 */
export function newTokenSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return PREFIX + random + checksumOf(random);
}

/** Whether a text has the form of an API token's secret, with the right checksum. Others need no query. */
export function isTokenSecret(value: string): boolean {
  const [, random = '', checksum] = SHAPE.exec(value) ?? [];
  return checksum !== undefined && checksumOf(random) === checksum;
}

const MOST_TOKENS = 50;

export const tokenCreated = () => t('createApiToken.theApiTokenWasCreated');

type Input = z.output<typeof apiTokenSchema>;

/**
 * Creates a named API token of the actor's account, which acts for the actor's organisation. Only a login of
 * the owner creates one; the owner gets a mail. Returns the secret once; the database stores a hash.
 * @throws AppError unauthenticated; forbidden for API tokens, and with the code 'password_required'; invalid for a wrong password and when the account has the most tokens already; rate-limited; busy
 */
export async function createApiToken(
  actor: Actor,
  input: Input,
): Promise<{ token: ApiToken; secret: string }> {
  requireLogin(actor);
  if (actor.organisation) requireOrganisation(actor, 'manage');
  await requireRecentProof(actor, input.password);
  const secret = newTokenSecret();
  const created = transaction((tx) => {
    requireLiveSession(tx, actor);
    requireStillMay(tx, actor, 'manage');
    const mine = and(
      eq(sessions.userId, actor.user.id),
      eq(sessions.kind, 'token'),
      gt(sessions.expiresAt, now()),
    );
    const existing = tx.select({ tokens: count() }).from(sessions).where(mine).get();
    if ((existing?.tokens ?? 0) >= MOST_TOKENS) {
      const message = t('createApiToken.anAccountHasAtMostMosttokensApiTokens', { mostTokens: MOST_TOKENS });
      throw invalid(message, { name: [message] });
    }
    const id = newId();
    const { scopes, addresses, expiresAt } = input;
    recordAct(tx, actor, 'token.created', { object: ['token', id], after: { scopes, addresses, expiresAt } });
    const row = tx
      .insert(sessions)
      .values({
        id,
        tokenHash: hashToken(secret),
        userId: actor.user.id,
        organisationId: actor.organisation?.id ?? null,
        kind: 'token',
        name: input.name,
        scopes: input.scopes,
        addresses: input.addresses,
        address: actor.address,
        createdAt: now(),
        lastUsedAt: now(),
        expiresAt: input.expiresAt ?? NEVER_EXPIRES,
      })
      .returning(tokenColumns)
      .get();
    const { name, email } = actor.user;
    // Super admins have no address.
    if (email) enqueueMail(tx, tokenCreatedMail({ name, email }, input));
    return storeAnswer(tx, { token: toApiToken(row), secret });
  });
  recordSecurityEvent('api token created', { userId: actor.user.id, address: actor.address });
  return created;
}

/** A token that acts for an organisation, with the member that it belongs to. */
export type MemberToken = ApiToken & { member: { id: string; name: string } };

const ofOrganisation = (organisationId: string) =>
  and(eq(sessions.organisationId, organisationId), eq(sessions.kind, 'token'));

/**
 * The API tokens of all members that act for the actor's organisation and have not expired, newest first.
 * @throws AppError unauthenticated; forbidden unless the actor is the owner with a login; invalid for an unknown cursor
 */
export function listMembersTokens(
  actor: Actor,
  { limit, cursor }: z.output<typeof apiTokenListSchema>,
): { tokens: MemberToken[]; nextCursor: string | null } {
  requireOrganisation(actor, 'manage');
  requireLogin(actor);
  const found = db()
    .select({ seq: tokenSeq, userId: users.id, userName: users.name, token: tokenColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(unexpiredTokens(ofOrganisation(actor.organisation.id), cursor))
    .orderBy(desc(tokenSeq))
    .limit(limit + 1)
    .all();
  const { rows, nextCursor } = page(found, limit);
  const tokens = rows.map(({ userId, userName, token }) => ({
    ...toApiToken(token),
    member: { id: userId, name: userName },
  }));
  return { tokens, nextCursor };
}

/**
 * Revokes an API token of any member that acts for the actor's organisation.
 * @throws AppError unauthenticated; forbidden unless the actor is the owner, and with the code 'password_required'; invalid for a wrong
 *   password; not-found; rate-limited; busy
 */
export async function revokeMembersToken(actor: Actor, tokenId: string, password?: string): Promise<void> {
  const owner = await requireOwner(actor, password);
  const token = and(eq(sessions.id, tokenId), ofOrganisation(owner.organisation.id));
  const ended = endSessionRows(token, (tx) => {
    requireStillOwner(tx, owner);
    recordAct(tx, owner, 'token.revoked', { object: ['token', tokenId] });
    storeAnswer(tx);
  });
  if (ended.length === 0) throw notFound();
  recordSecurityEvent('sessions ended', {
    userId: owner.user.id,
    address: owner.address,
    reason: 'token',
    count: 1,
  });
}

const DAY_MS = 86_400_000;
/** Days without use before the account gets a mail about a token. */
export const UNUSED_DAYS = 90;
const STEP_ROWS = 100;

type Token = { id: string; userId: string; name: string | null };

const due = preparedSql<Token>(
  `select id, user_id as userId, name from sessions
   where kind = 'token' and unused_mailed_at is null and last_used_at <= ? and expires_at > ?
   order by last_used_at limit ${STEP_ROWS}`,
);

const forEachOwner = createPatientLoop('unused tokens');

/** Mails some owners about tokens that nobody used for 90 days, once until they are used again. @returns whether there may be more */
export function mailUnusedTokens(): boolean {
  const at = now();
  const rows = due().all(at - UNUSED_DAYS * DAY_MS, at);
  transaction((tx) => {
    const tell = ([userId, tokens]: [string, Token[]]) => {
      // Super admins have no address.
      const owner = tx
        .select({ name: users.name, email: users.email })
        .from(users)
        .where(eq(users.id, userId))
        .get();
      if (!owner?.email) return;
      const names = tokens.map(({ name }) => name ?? '');
      enqueueMail(tx, unusedTokensMail({ name: owner.name, email: owner.email }, names));
    };
    forEachOwner(
      Map.groupBy(rows, (row) => row.userId),
      ([userId]) => userId,
      tell,
    );
    const ids = rows.map(({ id }) => id);
    tx.update(sessions).set({ unusedMailedAt: at }).where(inArray(sessions.id, ids)).run();
  });
  return rows.length === STEP_ROWS;
}
