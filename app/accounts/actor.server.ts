import { forbidden, unauthenticated } from '#app/shared/errors.server.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import type { Scope } from './api-tokens/scopes.ts';

export type Role = 'admin' | 'corporate' | 'individual' | 'superadmin';

/**
 * The state of an account. `pending` issuers await a super admin's approval, `suspended` ones lost it (docs/product.md,
 * Issuer approval).
 */
export type AccountStatus = 'active' | 'pending' | 'suspended';

export type ActorUser = {
  id: string;
  name: string;
  /** Null for super admins. */
  email: string | null;
  username: string;
  role: Role;
  status: AccountStatus;
};

/**
 * Who acts. `address` is the client's, for limits per address; `sessionId` is the row that authenticates the user; `signal`
 * aborts when the client disconnects. `scopes` limits what a named API token may do; null means all that the role may do. `refused`
 * marks a visitor whose API token may not be used from its address.
 */
export type Actor = (
  | { kind: 'visitor'; address: string; refused?: 'address' }
  | { kind: 'user'; user: ActorUser; sessionId: string; address: string }
  | { kind: 'apiToken'; user: ActorUser; sessionId: string; address: string; scopes: readonly Scope[] | null }
  | { kind: 'system'; address: 'system' }
) & { readonly signal?: AbortSignal };

export const SYSTEM: Actor = { kind: 'system', address: 'system' };

/** An actor with an account, authenticated by cookie or token. */
export type Member = Extract<Actor, { kind: 'user' | 'apiToken' }>;

/** Key of limits and turns: the account, or the address of a visitor. */
export const accountKey = (actor: Actor): string =>
  actor.kind === 'user' || actor.kind === 'apiToken'
    ? `account ${actor.user.id}`
    : `address ${addressBlock(actor.address)}`;

/** The actor as the client of a queue. */
export const clientOf = (actor: Actor): Client => ({ account: accountKey(actor), signal: actor.signal });

/** @throws AppError unauthenticated */
export function requireMember(actor: Actor): asserts actor is Member {
  if (actor.kind !== 'user' && actor.kind !== 'apiToken') throw unauthenticated();
}

export const ISSUER_PENDING = 'Your issuer account is waiting for approval.';
export const ISSUER_SUSPENDED = 'Your issuer account is suspended.';

/**
 * Requires an issuer that may issue certificates and author courses now.
 * @throws AppError unauthenticated; forbidden for another role and for a pending or suspended issuer
 */
export function requireIssuer(actor: Actor): asserts actor is Member {
  requireMember(actor);
  if (actor.user.role !== 'admin') throw forbidden();
  if (actor.user.status === 'pending') throw forbidden(ISSUER_PENDING);
  if (actor.user.status === 'suspended') throw forbidden(ISSUER_SUSPENDED);
}

/**
 * Requires a browser session. Use it for acts that need a person, not a program.
 * @throws AppError unauthenticated; forbidden
 */
export function requireBrowser(actor: Actor): asserts actor is Extract<Actor, { kind: 'user' }> {
  requireMember(actor);
  if (actor.kind !== 'user') throw forbidden('This needs a login in a browser.');
}

/** @throws AppError unauthenticated; forbidden for another role */
export function requireSuperAdmin(actor: Actor): asserts actor is Member {
  requireMember(actor);
  if (actor.user.role !== 'superadmin') throw forbidden();
}
