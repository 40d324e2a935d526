import { z } from 'zod';
import {
  type Actor,
  issuerOf,
  keyOwner,
  requireIssuer,
  requireMember,
  requireOrganisation,
} from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { type heldIssueSchema, holdMinutes, type IssueInput } from '#app/certificates/certificate.schema.ts';
import { chooseDesignOnce } from '#app/certificates/choose-design.server.ts';
import { requireNoDuplicate, requireNoneScheduled } from '#app/certificates/duplicates.server.ts';
import { frozenFrom } from '#app/certificates/field-values.server.ts';
import { contentOf } from '#app/certificates/fields.ts';
import { certificateById, rowById } from '#app/certificates/find-certificate.server.ts';
import { issueCertificate } from '#app/certificates/issue-certificate.server.ts';
import { countTowardsQuota, noteQuota } from '#app/certificates/issue-quota.server.ts';
import { requireLegible } from '#app/certificates/legible.server.ts';
import {
  type CertificateContent,
  newIds,
  requirePrintable,
} from '#app/certificates/new-certificate.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import {
  type IdempotentCall,
  idempotentCall,
  priorResult,
  rememberResult,
} from '#app/shared/idempotency.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedValue, type Transaction, transaction } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { holdSettings, scheduledCertificates } from '#db/schema/scheduled-certificates.ts';
import { t } from '#messages';
import { withdrawnTexts } from './change-scheduled.server.ts';
import {
  actOn,
  type ListedCertificate,
  type Origin,
  type ScheduledInput,
  type ScheduledRow,
  scheduledById,
  toScheduled,
} from './scheduled-certificate.server.ts';

export const holdSettingSchema = z.object({ holdMinutes });

const minutesOf = preparedValue<number>('select minutes from hold_settings where issuer_id = ?');

/** How many minutes the new certificates of an issuer wait, unless a call says otherwise. */
export const holdMinutesOf = (issuerId: string): number => minutesOf().get(issuerId) ?? 0;

/** The same for the actor's organisation. @throws AppError unauthenticated; forbidden unless the actor is an issuer */
export function ownHoldMinutes(actor: Actor): number {
  requireOrganisation(actor, 'read');
  return holdMinutesOf(actor.organisation.id);
}

/**
 * Sets how many minutes new certificates wait. Those that wait already keep their time.
 * @throws AppError unauthenticated; forbidden unless the actor is an issuer; invalid
 */
export function setHoldMinutes(
  actor: Actor,
  { holdMinutes: minutes }: z.output<typeof holdSettingSchema>,
): { message: string } {
  requireMember(actor);
  requireOrganisation(actor, 'certificates');
  const issuerId = actor.organisation.id;
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    recordAct(tx, actor, 'settings.hold', {
      before: { holdMinutes: holdMinutesOf(issuerId) },
      after: { holdMinutes: minutes },
    });
    tx.insert(holdSettings)
      .values({ issuerId, minutes })
      .onConflictDoUpdate({ target: holdSettings.issuerId, set: { minutes } })
      .run();
  });
  return { message: t('holdSettings.yourWaitingTimeWasSaved') };
}

export const scheduledTexts = () => t('scheduled.certificateScheduled');

const MINUTE_MS = 60_000;
const NO_ORIGIN: Origin = { batchSeq: null, batchLine: null, completionSeq: null };

/** What waits, for whom and how long. `countedAt` is when it was counted towards the daily quota. */
type Wait = {
  issuer: { id: string; issuedBy: string | null };
  input: ScheduledInput;
  content: CertificateContent;
  minutes: number;
  countedAt: number;
  origin?: Partial<Origin>;
};

/** Stores a certificate that waits. The caller has made all checks. */
export function insertScheduled(
  tx: Transaction,
  { issuer, input, content, minutes, countedAt, origin }: Wait,
): ScheduledRow {
  const createdAt = now();
  return tx
    .insert(scheduledCertificates)
    .values({
      ...newIds(),
      issuerId: issuer.id,
      issuedBy: issuer.issuedBy,
      ...contentOf(content),
      input,
      holdMinutes: minutes,
      createdAt,
      dueAt: createdAt + minutes * MINUTE_MS,
      countedAt,
      ...NO_ORIGIN,
      ...origin,
    })
    .returning()
    .get();
}

async function scheduleCertificate(
  actor: Actor,
  input: IssueInput,
  minutes: number,
  call: IdempotentCall | null,
): Promise<ListedCertificate> {
  requireIssuer(actor, 'certificates');
  const issuer = issuerOf(actor);
  const content = chooseDesignOnce(issuer.id, input, call);
  if (typeof content === 'string') return madeBefore(actor, content);
  requirePrintable(issuer, content);
  const frozen = frozenFrom(issuer.id, input.fields);
  await requireLegible(issuer, { ...content, frozen });
  const made = await groupCommit((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const prior = priorResult(tx, call);
    if (prior !== null) return prior;
    requireNoDuplicate(issuer.id, input);
    requireNoneScheduled(issuer.id, input);
    countTowardsQuota(tx, issuer.id);
    const row = insertScheduled(tx, {
      issuer,
      input: { ...input, frozen },
      content,
      minutes,
      countedAt: now(),
    });
    recordAct(tx, actor, 'certificate.scheduled', actOn(row));
    rememberResult(tx, call, row.id);
    return storeAnswer(tx, toScheduled(row, actor.organisation));
  }).finally(() => noteQuota(issuer.id));
  return typeof made === 'string' ? madeBefore(actor, made) : made;
}

/**
 * The certificate that an earlier call with the same key made. It may have been issued since.
 * @throws AppError conflict if it was withdrawn, so that a repeated call does not bring it back
 */
function madeBefore(actor: Actor, id: string): ListedCertificate {
  requireIssuer(actor, 'certificates');
  const waiting = scheduledById(actor, id);
  if (waiting) return waiting;
  if (!rowById(id)) throw new AppError('conflict', withdrawnTexts());
  return certificateById(actor, id);
}

/**
 * Issues a certificate, or schedules it if the call or the organisation's setting lets it wait.
 * @param idempotencyKey the same key with the same input returns the certificate made before
 * @throws AppError as `issueCertificate`
 */
export async function issueOrSchedule(
  actor: Actor,
  { holdMinutes, ...input }: z.output<typeof heldIssueSchema>,
  idempotencyKey?: string | null,
): Promise<ListedCertificate> {
  requireIssuer(actor, 'certificates');
  const minutes = holdMinutes ?? holdMinutesOf(actor.organisation.id);
  const call = idempotentCall(keyOwner(actor), 'certs/issue', idempotencyKey, input);
  // The setting may have been changed since the first call.
  const prior = call && transaction((tx) => priorResult(tx, call));
  if (prior) return madeBefore(actor, prior);
  return minutes === 0
    ? issueCertificate(actor, input, idempotencyKey)
    : scheduleCertificate(actor, input, minutes, call);
}
