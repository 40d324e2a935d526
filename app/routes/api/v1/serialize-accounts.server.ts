import type { Issuer } from '#app/accounts/list-issuers.server.ts';
import type { SessionEntry } from '#app/accounts/list-sessions.server.ts';
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

/** Serializes an issuer for super admins. */
export const serializeIssuer = ({
  id,
  looks: _,
  createdAt,
  decision,
  nameChange,
  quota,
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
