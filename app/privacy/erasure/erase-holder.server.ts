import { z } from 'zod';
import { type Actor, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { requireLiveSession, requireLogin, requireOwnPassword } from '#app/accounts/require-login.server.ts';
import { recordSecurityEvent, type Who } from '#app/audit/record-act.server.ts';
import { forgetStudent } from '#app/batches/forget-student.server.ts';
import { managedCertificate } from '#app/certificates/managed-certificate.server.ts';
import { forgetScheduled, hasScheduled } from '#app/certificates/scheduled/change-scheduled.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { removeDrawn } from '#app/drawing/file-cache.server.ts';
import { deleteMailsAbout, deleteMailsTo } from '#app/mail/delete-mails.server.ts';
import { forEachRowOfPages, startPeriodic, workInSteps } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, invalid, notFound } from '#app/shared/errors.server.ts';
import { email, multiline, secret } from '#app/shared/fields.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { emptyWal, prepared, preparedSql, preparedValue, sqlite, transaction } from '#db/client.ts';
import { EXPIRE_DATA_EXPORTS } from '#db/schema/privacy.ts';
import { t } from '#messages';
import { type Erasable, eraseCertificates } from './erase-certificate.server.ts';

/** Certificates per transaction, at most. Taking one out of large search indexes costs up to 25 ms, most of it at the end of the transaction. */
const MOST_A_STEP = 4;
/** Certificates whose waiting mails to others are looked for. */
const MOST_SOUGHT = 10_000;

export const eraseHolderSchema = z.object({
  email: email(),
  reason: multiline(() => t('common.reason'), 500),
  password: secret(() => t('common.password')),
});

/** An erasure that has begun. `issuerId` is '' for the certificates of all issuers. */
export type OpenErasure = {
  seq: number;
  email: string;
  issuerId: string;
  erasedBy: string;
  reason: string;
  startedAt: number;
};

const statements = prepared(() => ({
  certificates: sqlite().prepare<unknown[], Erasable>(
    `select seq, id, unique_id as uniqueId, issuer_id as issuerId, student_name as name, student_email as email
     from certificates where student_email = @email and (@issuerId = '' or issuer_id = @issuerId) order by seq limit @limit`,
  ),
  begin: sqlite().prepare<unknown[], OpenErasure>(
    `insert into open_erasures (email, issuer_id, erased_by, reason, started_at)
     values (@email, @issuerId, @erasedBy, @reason, @startedAt) on conflict do nothing
     returning seq, email, issuer_id as issuerId, erased_by as erasedBy, reason, started_at as startedAt`,
  ),
  end: sqlite().prepare('delete from open_erasures where seq = ?'),
  erased: sqlite()
    .prepare<unknown[], string>(
      `select c.unique_id from erasures e join certificates c on c.id = e.certificate_id
       where e.erased_by = @erasedBy and e.erased_at >= @startedAt`,
    )
    .pluck(),
}));

/** Statements that delete the data of an address apart from its certificates. */
const OF_ADDRESS = [
  'delete from holder_links where email = ?',
  'delete from holder_settings where email = ?',
  'delete from support_messages where email = ? and user_id is null',
];
/** Expires the data exports of the account that has the holder's address. */
const expireExports =
  preparedSql(`${EXPIRE_DATA_EXPORTS} user_id in (select id from users where email = @address
  union select user_id from account_addresses where address = @address)`);
const ofAddress = OF_ADDRESS.map((sql) => preparedSql(sql));

/** Rows per step, because no index has the addresses of look-ups. */
const LOOK_UPS_A_STEP = 5_000;
const lastOfStep = preparedSql<{ seq: number | null }>(
  'select max(seq) as seq from (select seq from verifications where seq > ? order by seq limit ?)',
);
const forgetLookUps = preparedSql(
  `update verifications set student_email = '', purpose_text = null
   where seq > @after and seq <= @end and student_email = @address`,
);

/** Erases the address from look-ups, also of certificates whose issuer has erased the holder before. */
async function eraseInLookUps(address: string) {
  let after = 0;
  await workInSteps(LOOK_UPS_A_STEP, (most) => {
    const end = lastOfStep().get(after, most)?.seq ?? null;
    if (end === null) return false;
    forgetLookUps().run({ after, end, address });
    after = end;
    return true;
  });
}

/**
 * Erases what else names a holder: rows of batches, certificates that wait, and in an erasure of all everything that belongs to the address.
 * @param issuerId whose certificates lost the holder; '' for all
 */
export async function eraseRemains(who: Who, address: string, issuerId: string) {
  await forgetStudent(address, issuerId === '' ? null : issuerId);
  await forgetScheduled(who, address, issuerId);
  if (issuerId !== '') return;
  expireExports().run({ address });
  await eraseInLookUps(address);
  for (const statement of ofAddress) statement().run(address);
  await deleteMailsTo([address]);
}

/** The message, and how many certificates lost their holder. */
type Erased = { message: string; erased: number };

/**
 * Erases the holder from the certificates of an erasure, then everything else that names the holder, and closes it. Steps that were
 * done before find nothing to do.
 * @param who acts: the person that asked, or the system after a kill
 */
export async function carryOutErasure(who: Who, erasure: OpenErasure): Promise<Erased> {
  const { seq, email: address, issuerId } = erasure;
  const next = (limit: number) => statements().certificates.all({ email: address, issuerId, limit });
  // First, because the search for mails needs the certificates' texts.
  await deleteMailsAbout(
    next(MOST_SOUGHT).map(({ uniqueId, name }) => ({ id: formatUniqueId(uniqueId), name })),
  );
  let erased = 0;
  await workInSteps(MOST_A_STEP, (most) => {
    const count = transaction((tx) => {
      const some = next(most);
      eraseCertificates(tx, who, some, erasure);
      return some.length;
    });
    erased += count;
    return count > 0;
  });
  await removeDrawn(statements().erased.all(erasure));
  await eraseRemains(who, address, issuerId);
  const done = transaction((tx) => {
    statements().end.run(seq);
    const certificates = t('eraseHolder.erasedCertificates', { erased });
    const message = t('eraseHolder.theHolderOfCertificatesWasErased', { certificates });
    return storeAnswer(tx, { message, erased });
  });
  emptyWal();
  return done;
}

/**
 * Erases the holder with an address: an issuer from its own certificates, batches and mails, a super admin from all, with what the holder
 * chose and wrote, and what verifiers looked up. Name, address and everything made from them are deleted; the certificates' IDs, courses, dates and log entries stay, so that the log still verifies. The space of deleted rows
 * is overwritten. After a kill in between, the next start goes on.
 * @param input {email, reason, password}
 * @returns how many certificates lost their holder
 * @throws AppError unauthenticated; forbidden for other roles and named API tokens; invalid, also for a wrong password; not-found when nothing was
 *   issued to the address; conflict while it is being erased; rate-limited; busy
 */
export async function eraseHolder(
  actor: Actor,
  { email: address, reason, password }: z.output<typeof eraseHolderSchema>,
): Promise<Erased> {
  requireLogin(actor);
  const { role, id: userId } = actor.user;
  if (role !== 'superadmin') requireOrganisation(actor, 'certificates');
  await requireOwnPassword(actor, password, 'password');
  const issuerId = role === 'superadmin' ? '' : actor.organisation?.id;
  if (issuerId === undefined) throw forbidden();
  const erasure = transaction((tx) => {
    requireLiveSession(tx, actor);
    if (role !== 'superadmin') requireStillMay(tx, actor, 'certificates');
    const isHeld = statements().certificates.get({ email: address, issuerId, limit: 1 });
    const isScheduled = hasScheduled(address, issuerId);
    // Choices, messages and look-ups may be left of certificates that their issuers have erased.
    if (!isHeld && !isScheduled && role !== 'superadmin')
      throw notFound(t('eraseHolder.nothingWasIssuedToThisAddress'));
    const begun = { email: address, issuerId, erasedBy: userId, reason, startedAt: now() };
    return statements().begin.get(begun);
  });
  if (!erasure) throw new AppError('conflict', t('eraseHolder.thisHolderIsBeingErasedAlready'));
  const done = await carryOutErasure(actor, erasure);
  recordSecurityEvent('holder erased', { userId, address: actor.address, count: done.erased });
  return done;
}

const countOf = preparedValue<number>(
  'select count(*) from certificates where student_email = @email and (@issuerId is null or issuer_id = @issuerId)',
);

/** The holder of a certificate, for the form that erases it, and how many certificates the actor would erase it from. */
export function holderToErase(actor: Actor, uniqueId: string) {
  const { row } = managedCertificate(actor, uniqueId);
  const issuerId = 'user' in actor ? (actor.organisation?.id ?? null) : null;
  const { studentName, studentEmail: email } = row;
  return {
    uniqueId: formatUniqueId(row.uniqueId),
    studentName,
    certificates: countOf().get({ email, issuerId }) ?? 0,
  };
}

/**
 * `eraseHolder` for the holder of a certificate, whose address is entered again.
 * @throws AppError as `eraseHolder`; invalid for the address of somebody else
 */
export async function eraseHolderOf(
  actor: Actor,
  uniqueId: string,
  input: z.output<typeof eraseHolderSchema>,
): Promise<{ message: string }> {
  const { row } = managedCertificate(actor, uniqueId);
  const message = t('eraseHolderOf.thisIsNotTheAddress');
  if (input.email !== row.studentEmail) throw invalid(message, { email: [message] });
  return eraseHolder(actor, input);
}

const EVERY_MS = 60_000;
/** An erasure that began later may still run in a request. */
const LEFT_AFTER_MS = 10 * 60_000;

const open = preparedSql<OpenErasure>(
  `select seq, email, issuer_id as issuerId, erased_by as erasedBy, reason, started_at as startedAt from open_erasures
   where started_at <= ? and seq > ? order by seq limit 100`,
);

/** Finishes erasures that a kill or an error interrupted. @param until when they began at the latest, in ms UTC */
export const finishErasures = (until: number) =>
  forEachRowOfPages<OpenErasure>(
    'erasures',
    (last) => open().all(until, last?.seq ?? 0),
    ({ seq }) => String(seq),
    async (erasure) => {
      await carryOutErasure({ kind: 'system' }, erasure);
    },
  );

/** Finishes erasures in the background, at the start those of earlier processes. Returns a function that stops it. */
export function startFinishingErasures() {
  let isStart = true;
  return startPeriodic('erasures', async () => {
    await finishErasures(isStart ? now() : now() - LEFT_AFTER_MS);
    isStart = false;
    return EVERY_MS;
  });
}
