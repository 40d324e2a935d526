import { forbidden, unauthenticated } from '#app/shared/errors.server.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { t } from '#messages';
import type { Scope } from './api-tokens/scopes.ts';
import { type MemberRole, mayDo, type OrganisationAct } from './organisations/roles.ts';

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
  /** The chosen one. Null before the account chose one. */
  language: string | null;
};

/** The organisation that an account acts for, and its role there. */
export type ActorOrganisation = {
  id: string;
  name: string;
  username: string;
  status: AccountStatus;
  role: MemberRole;
};

type Authenticated = {
  user: ActorUser;
  /** Null for an account that acts for itself. */
  organisation: ActorOrganisation | null;
  sessionId: string;
  address: string;
  /** When the account will be deleted, as read with its session. */
  deletionDueAt?: number | null;
};

/**
 * Who acts. `address` is the client's, for limits per address. `sessionId` is the row that authenticates the
 * user. `signal` aborts when the client disconnects. `scopes` limits a named API token; null grants all
 * rights of the role. `refused` marks a visitor whose API token may not be used from its address.
 */
export type Actor = (
  | { kind: 'visitor'; address: string; refused?: 'address' }
  | ({ kind: 'user' } & Authenticated)
  | ({ kind: 'apiToken'; scopes: readonly Scope[] | null } & Authenticated)
  | { kind: 'system'; address: 'system' }
) & { readonly signal?: AbortSignal };

export const SYSTEM: Actor = { kind: 'system', address: 'system' };

/** An actor with an account, authenticated by cookie or token. */
export type Member = Extract<Actor, { kind: 'user' | 'apiToken' }>;

/**
 * The role whose pages an account sees: those of issuers while it acts for an organisation, and those of verifiers for an issuer that
 * left its own.
 */
export function areaOf({ organisation, user }: { organisation: unknown; user: { role: Role } }): Role {
  if (organisation) return 'admin';
  return user.role === 'admin' ? 'individual' : user.role;
}

/** A member that acts for an organisation. */
export type Issuer = Member & { organisation: ActorOrganisation };

/** The ID under which an actor's webhooks and limits are kept: its organisation's, or its own. */
export const principalId = ({ organisation, user }: Member): string => organisation?.id ?? user.id;

/** The account of an actor, for columns that are null for the account that registered the organisation. */
export const memberId = ({ organisation, user }: Issuer): string | null =>
  user.id === organisation.id ? null : user.id;

/** What an issued certificate keeps of the actor: the organisation, and the member who issued it. */
export const issuerOf = (actor: Issuer) => {
  const { id, name, username } = actor.organisation;
  return { id, name, username, issuedBy: memberId(actor) };
};

/** Whose keys of Idempotency-Key an actor uses: an account has its own for each organisation. */
export const keyOwner = ({ organisation, user }: Member): string =>
  organisation === null || organisation.id === user.id ? user.id : `${organisation.id} ${user.id}`;

/** Key of limits and turns: the organisation, the account, or the address of a visitor. */
export const accountKey = (actor: Actor): string =>
  actor.kind === 'user' || actor.kind === 'apiToken'
    ? `account ${principalId(actor)}`
    : `address ${addressBlock(actor.address)}`;

/** The actor as the client of a queue. */
export const clientOf = (actor: Actor): Client => ({ account: accountKey(actor), signal: actor.signal });

/** @throws AppError unauthenticated */
export function requireMember(actor: Actor): asserts actor is Member {
  if (actor.kind !== 'user' && actor.kind !== 'apiToken') throw unauthenticated();
}

export const issuerPending = () => t('common.yourIssuerAccountIsWaitingForApproval');
export const issuerSuspended = () => t('common.yourIssuerAccountIsSuspended');

/**
 * Requires a member of an organisation whose role may do an act, also while the organisation is pending or suspended.
 * @throws AppError unauthenticated; forbidden for everybody else
 */
export function requireOrganisation(actor: Actor, act: OrganisationAct): asserts actor is Issuer {
  requireMember(actor);
  if (actor.organisation === null) throw forbidden();
  if (!mayDo(actor.organisation.role, act))
    throw forbidden(t('actor.yourRoleInNameDoesNotAllowThis', { name: actor.organisation.name }));
}

/**
 * Requires a member whose role may do an act, of an organisation that may issue certificates and author courses now.
 * @throws AppError unauthenticated; forbidden for everybody else, and while the organisation is pending or suspended
 */
export function requireIssuer(actor: Actor, act: OrganisationAct): asserts actor is Issuer {
  requireOrganisation(actor, act);
  if (actor.organisation.status === 'pending') throw forbidden(issuerPending());
  if (actor.organisation.status === 'suspended') throw forbidden(issuerSuspended());
}

/** `requireIssuer` for an act, as what an API call admits. */
export const issuersWho =
  (act: OrganisationAct) =>
  (actor: Actor): void =>
    requireIssuer(actor, act);

/**
 * Requires a browser session. Use it for acts that need a person, not a program.
 * @throws AppError unauthenticated; forbidden
 */
export function requireBrowser(actor: Actor): asserts actor is Extract<Actor, { kind: 'user' }> {
  requireMember(actor);
  if (actor.kind !== 'user') throw forbidden(t('actor.thisNeedsALoginInABrowser'));
}

/** @throws AppError unauthenticated; forbidden for another role */
export function requireSuperAdmin(actor: Actor): asserts actor is Member {
  requireMember(actor);
  if (actor.user.role !== 'superadmin') throw forbidden();
}
