import type { z } from 'zod';
import {
  type Actor,
  type Issuer as Issuing,
  issuerOf,
  keyOwner,
  requireIssuer,
} from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import type { CompletedCourse } from '#app/credentials/badge.server.ts';
import { STANDARD_DESIGN } from '#app/drawing/design.ts';
import type { Lane } from '#app/mail/compose.server.ts';
import { idempotentCall, priorResult, rememberResult } from '#app/shared/idempotency.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedValue, type Transaction } from '#db/client.ts';
import { beforeGroupCommit, groupCommit } from '#db/group-commit.ts';
import { t } from '#messages';
import type { issueSchema } from './certificate.schema.ts';
import { type Certificate, toCertificate, UNRELATED } from './certificate.server.ts';
import { chooseDesign, chooseDesignOnce, designIdOf } from './choose-design.server.ts';
import { requireNoDuplicate, requireNoneScheduled } from './duplicates.server.ts';
import { declarationOf, fieldsInUse, frozenFrom } from './field-values.server.ts';
import { type Content, contentOf, sameInClass } from './fields.ts';
import { certificateById, findByUniqueId } from './find-certificate.server.ts';
import { countTowardsQuota, noteQuota } from './issue-quota.server.ts';
import { requireLegible } from './legible.server.ts';
import {
  type CertificateContent,
  type Issuer,
  type NewCertificate,
  releaseCertificate,
  requirePrintable,
  signCertificate,
  storeCertificate,
} from './new-certificate.server.ts';
import { controlOf, enteredAs, type FrozenField, readFrozen } from './own-fields.ts';
import { isOfClass } from './ready-fields.ts';
import { findScheduled, isOwnScheduled } from './scheduled/scheduled-certificate.server.ts';
import { isAsSigned } from './signed-record.server.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

const isInUse = preparedValue<1>('select 1 from designs where id = ? and retired_at is null');

/** The values that certificates of a class are likely to have in common, with the names of today. */
function sameForClass(issuerId: string, frozen: readonly FrozenField[]) {
  const fields = fieldsInUse(issuerId);
  return frozen.flatMap((each) => {
    const field = declarationOf(fields, each);
    return field && isOfClass(field) ? [{ key: field.key, name: field.name, value: each.value }] : [];
  });
}

/** What the form of the next certificate is filled in with. */
export type Remembered = {
  /** The certificate that it is from. */
  uniqueId: string;
  /** By the names of controls. */
  fields: Record<string, string>;
  /** Names of the own fields among them. */
  own: string[];
};

type Rememberable = { content: Content; designId: string; fields: readonly FrozenField[] };

/** A certificate of the actor's organisation that waits or, if it is as it was signed, was issued. */
function rememberable(actor: Issuing, uniqueId: string): Rememberable | null {
  if (isOwnScheduled(actor, uniqueId)) {
    const waiting = findScheduled(actor, uniqueId);
    return waiting && { content: waiting, designId: waiting.designId ?? '', fields: waiting.fields };
  }
  const row = findByUniqueId(actor, uniqueId);
  if (row?.issuerId !== actor.organisation.id || !isAsSigned(row.id)) return null;
  return { content: row, designId: row.designId ?? STANDARD_DESIGN, fields: readFrozen(row.fields) };
}

/**
 * The values of a certificate that the form for another one begins with: those that a class has in common. The student, the expiry and
 * values of own fields that belong to one person are left out.
 * @param typed the ID, from the URL
 * @throws AppError forbidden unless the actor may issue
 */
export function rememberedCertificate(actor: Actor, typed: string | null): Remembered | null {
  requireIssuer(actor, 'certificates');
  const uniqueId = typed === null ? null : parseUniqueId(typed);
  const found = uniqueId === null ? null : rememberable(actor, uniqueId);
  if (uniqueId === null || !found) return null;
  const { content, designId } = found;
  const own = sameForClass(actor.organisation.id, found.fields);
  return {
    uniqueId: formatUniqueId(uniqueId),
    fields: {
      ...sameInClass(content),
      designId: designId === STANDARD_DESIGN || isInUse().get(designId) ? designId : '',
      ...Object.fromEntries(own.map(({ key, value }) => [controlOf(key), enteredAs(value)])),
    },
    own: own.map(({ name }) => name),
  };
}

/** Columns that are empty in every new certificate, so that its row need not be read back. */
const UNTOUCHED = {
  verified: 0,
  revokedAt: null,
  revocationReason: null,
  erasedAt: null,
  ...UNRELATED,
};

const toIssued = ({ frozen, ...certificate }: NewCertificate['certificate']): Certificate => ({
  ...toCertificate({
    ...certificate,
    ...UNTOUCHED,
    designId: designIdOf(certificate.designVersionId),
    fields: null,
  }),
  fields: [...frozen],
});

export const issuedTexts = () => t('issueCertificate.certificateIssuedSuccessfully');

/**
 * Issues a certificate: signs its credential, stores and logs it and mails the student, in one transaction.
 * @param input the output of `issueSchema`
 * @param idempotencyKey the same key with the same input returns the certificate made before
 * @throws AppError unauthenticated; forbidden; invalid, naming fields; unprocessable for a key with another input; duplicate;
 *   rate-limited over the daily quota; busy when the log cannot be continued
 */
export async function issueCertificate(
  actor: Actor,
  input: z.output<typeof issueSchema>,
  idempotencyKey?: string | null,
): Promise<Certificate> {
  requireIssuer(actor, 'certificates');
  const issuer = issuerOf(actor);
  const call = idempotentCall(keyOwner(actor), 'certs/issue', idempotencyKey, input);
  const content = chooseDesignOnce(issuer.id, input, call);
  if (typeof content === 'string') return certificateById(actor, content);
  const frozen = frozenFrom(issuer.id, input.fields);
  const issued = await issueOnce(
    issuer,
    { ...content, frozen },
    {
      before(tx) {
        requireStillMay(tx, actor, 'certificates');
        const prior = priorResult(tx, call);
        if (prior === null) requireNone(issuer.id, input);
        return prior;
      },
      after(tx, certificate) {
        rememberResult(tx, call, certificate.id);
        const answer = toIssued(certificate);
        storeAnswer(tx, answer);
        return answer;
      },
    },
  );
  return typeof issued === 'string' ? certificateById(actor, issued) : issued;
}

function requireNone(issuerId: string, input: z.output<typeof issueSchema>) {
  requireNoDuplicate(issuerId, input);
  requireNoneScheduled(issuerId, input);
}

/** Hooks in the transaction that stores a certificate, which prevent a second issue. */
type Once<Result> = {
  /** Returns the certificate that was issued before, or null. @throws AppError if it may not be issued */
  before: (tx: Transaction) => string | null;
  /** Remembers the certificate. */
  after: (tx: Transaction, certificate: NewCertificate['certificate']) => Result;
  /** The completed course that it is for. */
  completed?: CompletedCourse | undefined;
  /** Those of a certificate that waited. */
  ids?: Parameters<typeof signCertificate>[4];
  lane?: Lane | undefined;
};

/**
 * Signs, stores and logs a certificate, counts it towards the issuer's quota and mails the student. Callers must have checked that the
 * issuer may issue.
 * @returns the result of `after`, or the ID of the certificate that was issued before
 * @throws AppError invalid for a name that cannot be printed; rate-limited over the daily quota; busy when the log cannot be continued;
 *   errors of `before`
 */
export async function issueOnce<Result>(
  issuer: Issuer,
  content: CertificateContent,
  { before, after, completed, ids, lane }: Once<Result>,
): Promise<Result | string> {
  requirePrintable(issuer, content);
  await requireLegible(issuer, content);
  const signed = await beforeGroupCommit(() => signCertificate(issuer, content, undefined, completed, ids));
  return await groupCommit((tx) => {
    const prior = before(tx);
    if (prior) return prior;
    countTowardsQuota(tx, issuer.id);
    return after(tx, storeCertificate(tx, signed, lane === undefined ? {} : { lane }));
  }).finally(() => {
    releaseCertificate(signed);
    noteQuota(issuer.id);
  });
}

/** The content of a certificate that is not issued yet. */
export type PlannedCertificate = Content & { designId: string | null; fields: FrozenField[] };

/**
 * Says what `issueCertificate` would issue, and changes nothing.
 * @param input as for `issueCertificate`
 * @throws AppError as `issueCertificate`, except for the daily quota and the log
 */
export async function planCertificate(
  actor: Actor,
  input: z.output<typeof issueSchema>,
): Promise<PlannedCertificate> {
  requireIssuer(actor, 'certificates');
  requirePrintable(actor.organisation, input);
  requireNone(actor.organisation.id, input);
  const fields = frozenFrom(actor.organisation.id, input.fields);
  const planned = chooseDesign(actor.organisation.id, input);
  await requireLegible(actor.organisation, { ...planned, frozen: fields });
  return { ...contentOf(planned), designId: designIdOf(planned.designVersionId), fields };
}
