import type { ActorUser } from '#app/accounts/actor.server.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import { certificateFiles } from '#app/certificates/signed-urls.server.ts';
import { toDollars } from '#app/shared/money.ts';
import type {
  OwnVerification,
  Verification,
  VerifiedCertificate,
} from '#app/verification/list-verifications.server.ts';
import type { Payment } from '#app/verification/pay-verification.server.ts';

const instant = (ms: number) => new Date(ms).toISOString();

/** A user as the API gives it. */
export const userShape = (user: ActorUser & { createdAt: number }) => ({
  _id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  username: user.username,
  status: user.status,
  createdAt: instant(user.createdAt),
});

/** A certificate as the API gives it, with URLs that open its files for ten minutes. */
export const certificateShape = (certificate: Certificate) => {
  const { id, issuer, revocation, createdAt, ...rest } = certificate;
  return {
    _id: id,
    ...rest,
    issuedBy: { _id: issuer.id, name: issuer.name, username: issuer.username },
    revocation: revocation && { reason: revocation.reason, revokedAt: instant(revocation.revokedAt) },
    ...certificateFiles(certificate.uniqueId),
    createdAt: instant(createdAt),
  };
};

/** A payment as the API gives it; the amount in dollars. */
export const paymentShape = (payment: Payment) => ({
  _id: payment.id,
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

/** A certificate and one verification of it, as the API gives them to its issuer and to super admins. */
export const verifiedShape = (verification: VerifiedCertificate) => ({
  ...certificateShape(verification.certificate),
  ...verificationFields(verification),
});

/** The same for its verifier: before it is paid, only what a look-up tells. */
export const ownVerificationShape = (verification: OwnVerification) => ({
  ...(verification.certificate ? certificateShape(verification.certificate) : verification.lookedUp),
  ...verificationFields(verification),
});
