import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import { prepared, sqlite, type Transaction, transaction } from '#db/client.ts';

/*
 * A payment for a certificate covers its chain of replacements, and a refund revokes them all. A chain has
 * any length, so the payment's transaction takes the first steps and the background the rest.
 */

/** Verifications that a payment, a replacement or a refund changes itself, in its own transaction. */
const AT_ONCE = 50;
/** Replacements that are followed to find the newest certificate, which takes 3 µs each. */
const MOST_FOLLOWED = 20_000;
/** How long a step in the background may take, for which requests wait. */
const STEP_MS = 20;
const RETRY_MS = 60_000;
const MOST_RETRY_MS = 3_600_000;

const statements = prepared(() => ({
  replacementOf: sqlite()
    .prepare<[string], string>('select replacement_id from certificate_replacements where certificate_id = ?')
    .pluck(),
  newestAfter: sqlite()
    .prepare<[string], string>(
      `with recursive chain (id, length) as (
         select replacement_id, 1 from certificate_replacements where certificate_id = ?
         union all select next.replacement_id, length + 1 from chain
           join certificate_replacements next on next.certificate_id = chain.id where length < ${MOST_FOLLOWED})
       select id from chain where length = (select max(length) from chain)`,
    )
    .pluck(),
  paidAfter: sqlite().prepare<[string, number], { seq: number; verifierId: string }>(
    `select seq, verifier_id as verifierId from verifications
     where certificate_id = ? and paid_at is not null and seq > ? order by seq limit ${AT_ONCE}`,
  ),
  carry: sqlite().prepare(
    `insert into verifications
       (id, verifier_id, certificate_id, issuer_id, student_email, course_name, looked_up_at, paid_at, payment_id)
     select @id, verifier_id, replacement.id, replacement.issuer_id, replacement.student_email,
       replacement.course_name, paid_at, paid_at, payment_id
     from verifications join certificates replacement on replacement.id = @replacement
     where certificate_id = @certificate and verifier_id = @verifier
     on conflict (verifier_id, certificate_id) do update
       set paid_at = excluded.paid_at, payment_id = excluded.payment_id where paid_at is null`,
  ),
  takeBack: sqlite().prepare(
    `update verifications set paid_at = null, payment_id = null
     where seq in (select seq from verifications where payment_id = ? limit ?)`,
  ),
  keepPlace: sqlite().prepare(
    `insert into verification_follow_ups (certificate_id, after_seq) values (@certificate, @afterSeq)
     on conflict (certificate_id) do update
       set after_seq = min(after_seq, excluded.after_seq), next_attempt_at = 0, attempts = 0`,
  ),
  keepPayment: sqlite().prepare(
    'insert into verification_follow_ups (payment_id) values (?) on conflict (payment_id) do nothing',
  ),
  forgetPayment: sqlite().prepare('delete from verification_follow_ups where payment_id = ?'),
  due: sqlite().prepare<[number], FollowUp>(
    `select seq, certificate_id as certificate, after_seq as afterSeq, payment_id as payment, attempts
     from verification_follow_ups where next_attempt_at <= ? order by next_attempt_at, seq limit 1`,
  ),
  forget: sqlite().prepare('delete from verification_follow_ups where seq = ?'),
  postpone: sqlite().prepare(
    'update verification_follow_ups set attempts = attempts + 1, next_attempt_at = ? where seq = ?',
  ),
}));

/** Where carrying continues: with the paid verifications of a certificate whose `seq` is greater. */
type Place = { certificate: string; afterSeq: number };

/**
 * Carries paid verifications to the replacement of their certificate, and along its chain.
 * @param isOver asked after each verification and each certificate
 * @returns where to continue, or null at the end of the chain
 */
function carryFrom(start: Place, isOver: () => boolean): Place | null {
  const { replacementOf, paidAfter, carry } = statements();
  let { certificate, afterSeq } = start;
  for (;;) {
    const replacement = replacementOf.get(certificate);
    if (replacement === undefined) return null;
    const paid = paidAfter.all(certificate, afterSeq);
    for (const { seq, verifierId } of paid) {
      carry.run({ id: newId(), replacement, certificate, verifier: verifierId });
      afterSeq = seq;
      if (isOver()) return { certificate, afterSeq };
    }
    if (paid.length === AT_ONCE) continue;
    certificate = replacement;
    afterSeq = 0;
    if (isOver()) return { certificate, afterSeq };
  }
}

/** Returns true from the nth call on. */
function afterCalls(limit: number) {
  let calls = 0;
  return () => {
    calls += 1;
    return calls >= limit;
  };
}

/** Gives those who paid for a certificate the newest one of its chain. */
function carryToNewest(certificate: string) {
  const { newestAfter, paidAfter, carry } = statements();
  const newest = newestAfter.get(certificate);
  for (const { verifierId } of newest === undefined ? [] : paidAfter.all(certificate, 0))
    carry.run({ id: newId(), replacement: newest, certificate, verifier: verifierId });
}

/**
 * Gives everybody who paid for a certificate its replacement, and that one's replacement, with the same payment: the first ones and
 * the newest here, the rest in the background. Call this in the transaction that replaces the certificate, and in one that pays for it
 * afterwards.
 */
export function carryVerifications(_tx: Transaction, certificateId: string) {
  const rest = carryFrom({ certificate: certificateId, afterSeq: 0 }, afterCalls(AT_ONCE));
  if (!rest) return;
  carryToNewest(certificateId);
  statements().keepPlace.run(rest);
}

/** Cancels the pending revocation of the verifications of a payment. */
export function keepVerifications(_tx: Transaction, paymentId: string) {
  statements().forgetPayment.run(paymentId);
}

/**
 * Takes back everything that a payment opened, also the replacements of its certificate: the first ones here, the rest in the
 * background. Call this in the transaction that refunds it.
 */
export function takeBackVerifications(_tx: Transaction, paymentId: string) {
  const { takeBack, keepPayment } = statements();
  if (takeBack.run(paymentId, AT_ONCE).changes === AT_ONCE) keepPayment.run(paymentId);
}

type FollowUp = Place & { seq: number; payment: string | null; attempts: number };

/** Does as much of a follow-up as a step may take. */
function follow({ seq, payment, certificate, afterSeq }: FollowUp) {
  const { forget, keepPlace, keepPayment, takeBack } = statements();
  const until = performance.now() + STEP_MS;
  const isOver = () => performance.now() >= until;
  transaction(() => {
    forget.run(seq);
    if (payment === null) {
      const rest = carryFrom({ certificate, afterSeq }, isOver);
      if (rest) keepPlace.run(rest);
      return;
    }
    let changed = AT_ONCE;
    while (changed === AT_ONCE && !isOver()) changed = takeBack.run(payment, AT_ONCE).changes;
    if (changed === AT_ONCE) keepPayment.run(payment);
  });
}

/**
 * Runs a step of what payments, replacements and refunds have left to the background. One that fails is tried again later, and
 * does not hold up the others.
 * @returns whether there may be more
 */
export function followUpStep(): boolean {
  const next = statements().due.get(now());
  if (!next) return false;
  try {
    follow(next);
  } catch (error) {
    const { seq, certificate, payment, attempts } = next;
    log.error({ err: error, certificate, payment, alert: true }, 'follow-up of a payment failed, is retried');
    const pause = Math.min(RETRY_MS * 2 ** attempts, MOST_RETRY_MS);
    transaction(() => statements().postpone.run(now() + pause, seq));
  }
  return true;
}
