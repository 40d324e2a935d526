import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { seqBefore } from '#app/shared/cursor.server.ts';
import { sessions } from '#db/schema/accounts.ts';
import { type Scope, scopesIn } from './scopes.ts';

/** The stored end of a token that never expires: the last instant of the year 9999. */
export const NEVER_EXPIRES = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A named API token; times in ms UTC. */
export type ApiToken = {
  id: string;
  name: string;
  /** Null for a token from before scopes existed, which may do all that the role may do. */
  scopes: Scope[] | null;
  /** Ranges in CIDR notation. Null if every client may use the token. */
  addresses: string[] | null;
  createdAt: number;
  lastUsedAt: number;
  /** The address of its last use, or of its creation. */
  lastAddress: string;
  /** Null if it never expires. */
  expiresAt: number | null;
};

/** Rows are deleted but never get a new rowid, so rowids order tokens by their creation. */
export const tokenSeq = sql<number>`${sessions}.rowid`;

/**
 * Selects the tokens of a page of a list that have not expired.
 * @param of whose tokens the list has
 * @throws AppError invalid for an unknown cursor
 */
export const unexpiredTokens = (of: SQL | undefined, cursor: string | undefined) =>
  and(of, eq(sessions.kind, 'token'), gt(sessions.expiresAt, now()), lt(tokenSeq, seqBefore(cursor)));

export const tokenColumns = {
  id: sessions.id,
  name: sessions.name,
  scopes: sessions.scopes,
  addresses: sessions.addresses,
  createdAt: sessions.createdAt,
  lastUsedAt: sessions.lastUsedAt,
  lastAddress: sessions.address,
  expiresAt: sessions.expiresAt,
};

type Row = { [Column in keyof typeof tokenColumns]: (typeof tokenColumns)[Column]['_']['data'] | null } & {
  id: string;
  createdAt: number;
  lastUsedAt: number;
  lastAddress: string;
  expiresAt: number;
};

export const toApiToken = (row: Row): ApiToken => ({
  ...row,
  name: row.name ?? '',
  scopes: row.scopes && scopesIn(row.scopes),
  expiresAt: row.expiresAt === NEVER_EXPIRES ? null : row.expiresAt,
});
