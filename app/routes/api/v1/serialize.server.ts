import type { ActorUser } from '#app/accounts/actor.server.ts';
import type { ApiToken } from '#app/accounts/api-tokens/api-token.server.ts';
import type { AuditEntry } from '#app/accounts/list-audit.server.ts';
import type { Batch, BatchRow } from '#app/batches/batch.server.ts';
import type { Certificate, Revocation } from '#app/certificates/certificate.server.ts';
import { certificateFiles } from '#app/certificates/signed-urls.server.ts';
import { env } from '#app/config/env.server.ts';
import type { OwnDesign } from '#app/designs/design.server.ts';
import { toFields } from '#app/designs/design-form.ts';
import type { ListedDesign } from '#app/designs/list-designs.server.ts';
import type { Delivery } from '#app/events/webhooks/deliveries.server.ts';
import type { Webhook } from '#app/events/webhooks/webhook.server.ts';
import type { Payment } from '#app/payments/payment-state.server.ts';
import { toDollars } from '#app/shared/money.ts';
import type {
  OwnVerification,
  Verification,
  VerifiedCertificate,
} from '#app/verification/list-verifications.server.ts';
import type { LookedUp } from '#app/verification/verification.server.ts';

const instant = (ms: number) => new Date(ms).toISOString();

/** Serializes a user. */
export const serializeUser = (user: ActorUser & { createdAt: number }) => ({
  _id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  username: user.username,
  status: user.status,
  createdAt: instant(user.createdAt),
});

/** Serializes an API token, without its secret. */
export const serializeApiToken = ({ id, createdAt, lastUsedAt, expiresAt, ...token }: ApiToken) => ({
  _id: id,
  ...token,
  createdAt: instant(createdAt),
  lastUsedAt: instant(lastUsedAt),
  expiresAt: expiresAt === null ? null : instant(expiresAt),
});

type AuditAccount = NonNullable<AuditEntry['organisation']>;
const serializeAuditAccount = ({ id, name, email }: AuditAccount) => ({ _id: id, name, email });

/** Serializes a row of the audit trail. */
export const serializeAuditEntry = ({ actor, organisation, object, ...entry }: AuditEntry) => ({
  number: entry.seq,
  time: instant(entry.at),
  act: entry.act,
  actor: {
    kind: actor.kind,
    _id: actor.id ?? null,
    name: actor.name ?? null,
    email: actor.email ?? null,
  },
  organisation: organisation && serializeAuditAccount(organisation),
  object: object && { kind: object.kind, ...serializeAuditAccount(object) },
  address: entry.address,
  session: entry.sessionId,
  before: entry.before,
  after: entry.after,
  previousHash: entry.previous,
  hash: entry.hash,
});

const serializeRevocation = (revocation: Revocation | null) =>
  revocation && { reason: revocation.reason, revokedAt: instant(revocation.revokedAt) };

/** Serializes a certificate, with URLs that open its files for ten minutes. */
export const serializeCertificate = (certificate: Certificate) => {
  const { id, issuer, revocation, createdAt, ...rest } = certificate;
  return {
    _id: id,
    ...rest,
    issuedBy: { _id: issuer.id, name: issuer.name, username: issuer.username },
    revocation: serializeRevocation(revocation),
    ...certificateFiles(certificate.uniqueId),
    createdAt: instant(createdAt),
  };
};

/** Serializes the result of a look-up, before payment. */
export const serializeLookedUp = (found: LookedUp) => ({
  ...found,
  revocation: serializeRevocation(found.revocation),
});

/** URLs of a payment's signed receipt and its log proof. They need the payer's token. */
const receiptUrls = (paymentId: string) => ({
  receiptUrl: `${env().APP_URL}/verify/receipts/${paymentId}/receipt.json`,
  receiptProofUrl: `${env().APP_URL}/verify/receipts/${paymentId}/receipt.tlog-proof`,
});

const NO_RECEIPT = { receiptUrl: null, receiptProofUrl: null };

/** The amount is in dollars. */
export const serializePayment = (payment: Payment) => ({
  _id: payment.id,
  state: payment.state,
  gateway: payment.gateway,
  for: payment.kind,
  courseId: payment.courseId,
  ...(payment.receiptNumber === null || payment.kind === 'course' ? NO_RECEIPT : receiptUrls(payment.id)),
  amount: toDollars(payment.amountMinor),
  currency: payment.currency,
  card: payment.card,
  createdAt: instant(payment.createdAt),
});

const verificationFields = ({ verifier, payment, lookedUpAt }: Verification) => ({
  verified: payment !== null,
  verifiedBy: { _id: verifier.id, name: verifier.name, email: verifier.email },
  amount: payment && toDollars(payment.amountMinor),
  currency: payment?.currency ?? null,
  verifiedAt: payment && instant(payment.paidAt),
  lookedUpAt: instant(lookedUpAt),
});

/** Serializes a verification with its certificate, for the issuer and super admins. */
export const serializeVerified = (verification: VerifiedCertificate) => ({
  ...serializeCertificate(verification.certificate),
  ...verificationFields(verification),
});

/** Serializes a verification for its verifier: before payment, only the look-up's fields. */
export const serializeOwnVerification = (verification: OwnVerification) => ({
  ...(verification.certificate
    ? serializeCertificate(verification.certificate)
    : serializeLookedUp(verification.lookedUp)),
  ...verificationFields(verification),
  ...(verification.payment ? receiptUrls(verification.payment.id) : NO_RECEIPT),
});

/** Serializes a batch. */
export const serializeBatch = ({
  id,
  designs: _,
  createdAt,
  startedAt,
  startedBy: _member,
  endedAt,
  ...batch
}: Batch) => ({
  _id: id,
  ...batch,
  createdAt: instant(createdAt),
  startedAt: startedAt === null ? null : instant(startedAt),
  endedAt: endedAt === null ? null : instant(endedAt),
});

const optionalInstant = (ms: number | null) => (ms === null ? null : instant(ms));

/** Serializes a webhook, without its secret. */
export const serializeWebhook = ({ id, failingSince, createdAt, ...webhook }: Webhook) => ({
  _id: id,
  ...webhook,
  failingSince: optionalInstant(failingSince),
  createdAt: instant(createdAt),
});

/** Serializes what became of an event for a webhook. */
export const serializeDelivery = (delivery: Delivery) => ({
  _id: delivery.id,
  event: delivery.event,
  state: delivery.state,
  attempts: delivery.attempts,
  status: delivery.status,
  error: delivery.error,
  createdAt: instant(delivery.createdAt),
  lastTriedAt: optionalInstant(delivery.lastTriedAt),
  nextAttemptAt: optionalInstant(delivery.nextAttemptAt),
  deliveredAt: optionalInstant(delivery.deliveredAt),
});

/** Serializes a design. */
export const serializeDesign = ({ id, createdAt, savedBy: _member, ...design }: ListedDesign) => ({
  _id: id,
  ...design,
  createdAt: instant(createdAt),
});

/** Serializes a design with the fields of its newest version. */
export const serializeWholeDesign = ({ id, versionId: _, design, ...rest }: OwnDesign) => ({
  _id: id,
  ...rest,
  fields: {
    name: rest.name,
    ...toFields(design),
    expiresAfter: rest.expiresAfter ?? '',
    version: String(rest.version),
  },
});

/** Serializes a row of a batch. */
export const serializeBatchRow = ({ line, status, uniqueId, issuedAt, errors }: BatchRow) => ({
  line,
  status,
  issuedAt: issuedAt === null ? null : instant(issuedAt),
  ...(uniqueId && { uniqueId }),
  ...(errors && { errors }),
});
