import type { Account } from '#app/accounts/list-accounts.server.ts';
import type { Issuer } from '#app/accounts/list-issuers.server.ts';
import type { SessionEntry } from '#app/accounts/list-sessions.server.ts';
import type { Invitation, OrganisationMember } from '#app/accounts/organisations/list-members.server.ts';
import type { OwnOrganisation } from '#app/accounts/organisations/own-organisations.server.ts';
import type { SecondFactorState } from '#app/accounts/second-factor/second-factor-states.server.ts';
import type { CorrectionRequest } from '#app/certificates/corrections.server.ts';
import type { SupportMessage } from '#app/support/list-messages.server.ts';

const instant = (ms: number) => new Date(ms).toISOString();

/** Serializes a session of the account. */
export const serializeSession = ({ id, createdAt, lastUsedAt, ...session }: SessionEntry) => ({
  _id: id,
  ...session,
  createdAt: instant(createdAt),
  lastUsedAt: instant(lastUsedAt),
});

const secondFactorOf = ({ isOn, reset }: SecondFactorState) => ({
  isOn,
  reset: reset && {
    effectiveAt: instant(reset.effectiveAt),
    objectedAt: reset.objectedAt === null ? null : instant(reset.objectedAt),
  },
});

/** Serializes an account for super admins. */
export const serializeAccount = ({ id, createdAt, secondFactor, ...account }: Account) => ({
  _id: id,
  ...account,
  createdAt: instant(createdAt),
  secondFactor: secondFactorOf(secondFactor),
});

/** Serializes an issuer for super admins. */
export const serializeIssuer = ({
  id,
  looks: _,
  createdAt,
  decision,
  nameChange,
  quota,
  secondFactor,
  ...issuer
}: Issuer) => ({
  _id: id,
  ...issuer,
  createdAt: instant(createdAt),
  decision: decision && { ...decision, at: instant(decision.at) },
  nameChange: nameChange && {
    _id: nameChange.id,
    name: nameChange.name,
    requestedAt: instant(nameChange.requestedAt),
  },
  quota: { ...quota, at: quota.at === null ? null : instant(quota.at) },
  secondFactor: secondFactorOf(secondFactor),
});

/** Serializes a message to support. */
export const serializeMessage = ({ id, createdAt, handled, ...message }: SupportMessage) => ({
  _id: id,
  ...message,
  createdAt: instant(createdAt),
  handled: handled && { ...handled, at: instant(handled.at) },
});

/** Serializes a holder's open request for a correction. */
export const serializeCorrection = ({
  id,
  askedAt,
  decision: _,
  declineReason: __,
  ...request
}: CorrectionRequest) => ({ _id: id, ...request, askedAt: instant(askedAt) });

/** Serializes an organisation of an account. @param acting ID of the one that the login or token acts for */
export const serializeOrganisation = (
  { id, name, username, role, since, isOffered }: OwnOrganisation,
  acting: string | undefined,
) => ({
  _id: id,
  name,
  username,
  role,
  since: instant(since),
  isOffered: isOffered === 1,
  isActing: id === acting,
});

/** Serializes a member. @param offeredTo ID of the one who was asked to take the ownership over */
export const serializeMember = ({ id, since, ...member }: OrganisationMember, offeredTo: string | null) => ({
  _id: id,
  ...member,
  since: instant(since),
  isOffered: id === offeredTo,
});

/** Serializes an open invitation, without its link. */
export const serializeInvitation = ({ id, createdAt, expiresAt, ...invitation }: Invitation) => ({
  _id: id,
  ...invitation,
  createdAt: instant(createdAt),
  expiresAt: instant(expiresAt),
});
