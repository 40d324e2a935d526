import { and, eq, gt, lt } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { addressesOf } from '#app/accounts/addresses.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { hashToken, isTokenShaped, newToken } from '#app/shared/ids.server.ts';
import { open, seal } from '#app/shared/sealed.server.ts';
import { db, deleteSome, preparedSql, type Transaction, transaction } from '#db/client.ts';
import { closedHolderSessions, holderLinks } from '#db/schema/holders.ts';

const LINK_LIFE_MS = 90 * 86_400_000;

/** A link that has not expired: the address, and the stored ID of the certificate that it shows, null for all. */
type HolderLink = { email: string; uniqueId: string | null };

const insertLink = preparedSql(
  `insert into holder_links (token_hash, email, unique_id, created_at, expires_at)
   values (@tokenHash, @email, @uniqueId, @createdAt, @expiresAt)`,
);

/** Creates a link's token in the transaction of the mail that contains it. @param email in lower case */
export function issueHolderLink(_tx: Transaction, { email, uniqueId }: HolderLink): string {
  const token = newToken();
  const createdAt = now();
  insertLink().run({
    tokenHash: hashToken(token),
    email,
    uniqueId,
    createdAt,
    expiresAt: createdAt + LINK_LIFE_MS,
  });
  return token;
}

/** The address or certificate behind a link. Null for a wrong and for an expired one. */
function findHolderLink(token: string): HolderLink | null {
  if (!isTokenShaped(token)) return null;
  const { tokenHash, expiresAt, email, uniqueId } = holderLinks;
  const live = and(eq(tokenHash, hashToken(token)), gt(expiresAt, now()));
  return db().select({ email, uniqueId }).from(holderLinks).where(live).get() ?? null;
}

/** Deletes expired links. */
export const sweepHolderLinks = (limit: number) =>
  deleteSome(holderLinks, lt(holderLinks.expiresAt, now()), limit);

export const HOLDER_SESSION_MS = 24 * 3_600_000;
const PURPOSE = 'holder session';
/** Longer than the cookie of the longest address. */
const MAX_COOKIE_LENGTH = 1_000;

type Session = { email: string; expiresAt: number };

/**
 * Starts a holder's session, whose cookie holds all of it: following a link writes nothing, because mail scanners and browsers
 * open links too. The link stays valid.
 * @returns the session's cookie, and the stored ID of the certificate that the link shows, null for all
 * @throws AppError not-found for a wrong and for an expired link
 */
export function followHolderLink(token: string): { session: string; uniqueId: string | null } {
  const link = findHolderLink(token);
  if (link === null) throw notFound();
  const session: Session = { email: link.email, expiresAt: now() + HOLDER_SESSION_MS };
  return { session: seal(PURPOSE, JSON.stringify(session)), uniqueId: link.uniqueId };
}

/** A session that this site started and that has not expired, or null. */
function readSession(cookie: string | null): Session | null {
  if (cookie === null || cookie.length > MAX_COOKIE_LENGTH) return null;
  const text = open(PURPOSE, cookie);
  if (text === null) return null;
  const session: Session = JSON.parse(text);
  return session.expiresAt > now() ? session : null;
}

const isClosed = (cookie: string) =>
  db()
    .select({ expiresAt: closedHolderSessions.expiresAt })
    .from(closedHolderSessions)
    .where(eq(closedHolderSessions.tokenHash, hashToken(cookie)))
    .get() !== undefined;

/** The address of a session that has neither expired nor been closed, or null. */
export function addressOfSession(cookie: string | null): string | null {
  const session = readSession(cookie);
  return session && cookie && !isClosed(cookie) ? session.email : null;
}

/** Ends a holder's session, if there is one, also for copies of its cookie. */
export function closeHolderSession(cookie: string | null): void {
  const session = readSession(cookie);
  if (!session || !cookie) return;
  const { expiresAt } = session;
  transaction((tx) =>
    tx
      .insert(closedHolderSessions)
      .values({ tokenHash: hashToken(cookie), expiresAt })
      .onConflictDoNothing()
      .run(),
  );
}

/** Forgets closed sessions that have expired since. */
export const sweepHolderSessions = (limit: number) =>
  deleteSome(closedHolderSessions, lt(closedHolderSessions.expiresAt, now()), limit);

/** A person who has proved, by mailed links, that these addresses are theirs. There is at least one, each in lower case. */
export type Holder = { emails: readonly string[] };

/**
 * The holder who makes a request, or null: by the addresses of the account, and by the holder session of a mailed link.
 * @param cookie the cookie of the holder session
 */
export function holderOf(actor: Actor, cookie: string | null): Holder | null {
  const linked = addressOfSession(cookie);
  const emails = new Set(addressesOf(actor));
  if (linked !== null) emails.add(linked);
  return emails.size === 0 ? null : { emails: [...emails] };
}
