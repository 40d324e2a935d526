import { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { requireLiveSession } from '#app/accounts/live-session.server.ts';
import { requireOwnPassword } from '#app/accounts/own-password.server.ts';
import { requireLogin } from '#app/accounts/require-login.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { removeDrawn } from '#app/drawing/remove-drawn.server.ts';
import { deleteMailsAbout, deleteMailsTo } from '#app/mail/delete-mails.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import { letOthersRun } from '#app/shared/event-loop.server.ts';
import { email, multiline, secret } from '#app/shared/fields.ts';
import { emptyWal, prepared, preparedSql, sqlite, transaction } from '#db/client.ts';
import { ERASED_NAME, type Erasable, eraseCertificate } from './erase-certificate.server.ts';

/** Certificates per transaction. */
const STEP = 50;
/** Certificates whose waiting mails to others are looked for. */
const MOST_SOUGHT = 10_000;

export const eraseHolderSchema = z.object({
  email: email(),
  reason: multiline('Reason', 500),
  password: secret('Password'),
});

const statements = prepared(() => ({
  certificates: sqlite().prepare<unknown[], Erasable>(
    `select seq, id, unique_id as uniqueId, issuer_id as issuerId, student_name as name from certificates
     where student_email = @email and (@issuerId is null or issuer_id = @issuerId) order by seq limit @limit`,
  ),
  isHeld: sqlite().prepare('select 1 from certificates where student_email = ? limit 1').pluck(),
  batches: sqlite()
    .prepare<unknown[], number>(
      'select seq from batches where (@issuerId is null or issuer_id = @issuerId) and seq > @after order by seq limit 1',
    )
    .pluck(),
  batchRows: sqlite().prepare(
    `update batch_rows set student_name = '${ERASED_NAME}', student_email = '' where batch_seq = @batch and student_email = @email`,
  ),
}));

/** Statements that delete what belongs to an address once nothing is issued to it any more. */
const OF_ADDRESS = [
  'delete from holder_links where email = ?',
  'delete from holder_settings where email = ?',
  'delete from support_messages where email = ? and user_id is null',
];
/** A copy of its own data that the holder has asked for. */
const expireExports = preparedSql(
  'update data_exports set expires_at = 0 where bytes is not null and user_id in (select id from users where email = ?)',
);
const ofAddress = OF_ADDRESS.map((sql) => preparedSql(sql));

/** Rows of batches that were not issued also name the holder. They are read batch by batch, because no index has their addresses. */
async function eraseBatchRows(address: string, issuerId: string | null) {
  for (let after = 0; ; ) {
    const batch = statements().batches.get({ issuerId, after });
    if (batch === undefined) return;
    statements().batchRows.run({ batch, email: address });
    after = batch;
    await letOthersRun();
  }
}

/**
 * Erases what else names a holder: rows of batches, and once nothing is issued to the address any more, all that belongs to it.
 * @param issuerId whose certificates lost the holder; null for all
 */
export async function eraseRemains(address: string, issuerId: string | null) {
  await eraseBatchRows(address, issuerId);
  expireExports().run(address);
  if (statements().isHeld.get(address)) return;
  for (const statement of ofAddress) statement().run(address);
  await deleteMailsTo([address]);
}

/**
 * Erases the holder with an address: an issuer from its own certificates, a super admin from all. Name, address and everything made from
 * them are deleted; the certificates' IDs, courses, dates and log entries stay, so that the log still verifies. The space of deleted rows
 * is overwritten. A kill in between leaves whole certificates, and the same call goes on.
 * @param input {email, reason, password}
 * @returns how many certificates lost their holder
 * @throws AppError unauthenticated; forbidden for other roles and named API tokens; invalid, also for a wrong password; not-found when nothing was
 *   issued to the address; rate-limited; busy
 */
export async function eraseHolder(
  actor: Actor,
  { email: address, reason, password }: z.output<typeof eraseHolderSchema>,
): Promise<{ message: string; erased: number }> {
  requireLogin(actor);
  const { role, id: userId } = actor.user;
  if (role !== 'admin' && role !== 'superadmin') throw forbidden();
  await requireOwnPassword(actor, password, 'password');
  const issuerId = role === 'admin' ? userId : null;
  const next = (limit: number) => statements().certificates.all({ email: address, issuerId, limit });
  // First, because the mails are found by what the certificates say.
  await deleteMailsAbout(
    next(MOST_SOUGHT).map(({ uniqueId, name }) => ({ id: formatUniqueId(uniqueId), name })),
  );
  let erased = 0;
  for (let some = next(STEP); some.length > 0; some = next(STEP)) {
    transaction((tx) => {
      requireLiveSession(tx, actor);
      for (const certificate of some) eraseCertificate(tx, actor, certificate, { erasedBy: userId, reason });
    });
    await removeDrawn(some.map(({ uniqueId }) => uniqueId));
    erased += some.length;
    await letOthersRun();
  }
  if (erased === 0) throw notFound('Nothing was issued to this address.');
  await eraseRemains(address, issuerId);
  emptyWal();
  recordSecurityEvent('holder erased', { userId, address: actor.address, count: erased });
  const certificates = `${erased} certificate${erased === 1 ? '' : 's'}`;
  return { message: `The holder of ${certificates} was erased.`, erased };
}
