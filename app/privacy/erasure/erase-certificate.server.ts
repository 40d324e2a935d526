import { concerning, recordAct, type Who } from '#app/audit/record-act.server.ts';
import { ERASED_CONTENT } from '#app/certificates/certificate.server.ts';
import { ERASED_NAME } from '#app/certificates/display.ts';
import { erasePictures } from '#app/certificates/field-pictures.server.ts';
import { removeHolderFromIndex } from '#app/certificates/search-index.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { clearEvents } from '#app/events/append-event.server.ts';
import { ENGLISH, inLanguage } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { clearAnswers } from '#app/shared/remembered-answers.server.ts';
import { replaceInIndex } from '#app/verification/page-of-verifications.server.ts';
import { prepared, sqlite, type Transaction } from '#db/client.ts';
import type { ReceiptFacts } from '#db/schema/payments.ts';
import { EXPIRE_DATA_EXPORTS, erasures } from '#db/schema/privacy.ts';
import { t } from '#messages';

export type Erasable = {
  seq: number;
  id: string;
  uniqueId: string;
  issuerId: string;
  name: string;
  email: string;
};

/** Shorter parts of a name, such as 'de', stand in many words. */
const LEAST_PART = 3;

/** A text without the words that have a part of a holder's name or address. */
function withoutHolder(text: string, { name, email }: Pick<Erasable, 'name' | 'email'>): string {
  const parts = `${name} ${email.split('@')[0]}`
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(({ length }) => length >= LEAST_PART);
  const isOfHolder = (word: string) => parts.some((part) => word.toLowerCase().includes(part));
  return text
    .split(/(\s+)/)
    .map((word) => (isOfHolder(word) ? '[…]' : word))
    .join('');
}

/** Statements that remove the holder from the rows about a certificate, by its `id` or `seq`. */
const CHANGES = [
  `update remembered_answers set sealed_body = null where user_id in (select id from users where role = 'superadmin'
     or email = (select student_email from certificates where seq = @seq)
     or id in (select user_id from account_addresses where address = (select student_email from certificates where seq = @seq)))`,
  `delete from unrevoked_certificates where certificate_seq = @seq and (issuer_id, student_email, course_name) =
     (select issuer_id, student_email, course_name from certificates where seq = @seq)`,
  `update certificates set ${ERASED_CONTENT}, searched_fields = null where seq = @seq`,
  'update consent_requests set purpose_text = null where certificate_id = @id',
  `update batch_rows set ${ERASED_CONTENT} where certificate_id = @id`,
  "update certificate_credentials set bytes = x'' where certificate_seq = @seq",
  "update log_entries set salt = null where type = 'issue' and subject = @seq",
  // Nobody can answer an open one any more.
  'delete from correction_requests where certificate_id = @id and decision is null',
  "update correction_requests set right = '', reason = '' where certificate_id = @id",
  `update completion_certificates set learner_name = '${ERASED_NAME}' where certificate_id = @id`,
  'delete from share_links where certificate_id = @id',
  'delete from pdf_timestamps where certificate_seq = @seq',
  // Written by people, and may name the holder.
  "update certificate_revocations set reason = '' where certificate_id = @id",
  "update correction_requests set decline_reason = '' where certificate_id = @id and decline_reason is not null",
  'delete from outbox where certificate_seq = @seq',
  `${EXPIRE_DATA_EXPORTS} user_id in (select @issuerId union select user_id from memberships where organisation_id = @issuerId)`,
  // Copies of verifiers that are being made. Complete ones are theirs.
  `${EXPIRE_DATA_EXPORTS} bytes is null and user_id in (select verifier_id from verifications where certificate_id = @id)`,
];

/** What belongs to the holder and to verifiers, and goes only when the erasure is of all that the site has about the holder. */
const CHANGES_FOR_ALL = [
  `${EXPIRE_DATA_EXPORTS} user_id in (select verifier_id from verifications where certificate_id = @id)`,
  "update verifications set student_email = '', purpose_text = null where certificate_id = @id",
  'delete from certificate_consents where certificate_id = @id',
];

const statements = prepared(() => ({
  changes: CHANGES.map((change) => sqlite().prepare(change)),
  changesForAll: CHANGES_FOR_ALL.map((change) => sqlite().prepare(change)),
  receipts: sqlite().prepare<unknown[], { paymentId: string; facts: string; language: string | null }>(
    `select r.payment_id as paymentId, r.facts, r.language from verifications v join payments p on p.verification_id = v.id
     join receipts r on r.payment_id = p.id where v.certificate_id = ?`,
  ),
  fields: sqlite().prepare<unknown[], string | null>('select fields from certificates where seq = ?').pluck(),
  setFacts: sqlite().prepare('update receipts set facts = ? where payment_id = ?'),
  lookUps: sqlite().prepare<unknown[], { seq: number; verifierId: string }>(
    'select seq, verifier_id as verifierId from verifications where certificate_id = ?',
  ),
}));

/**
 * Replaces the holder's name on the receipts of verifications, in the language of each. Seller, buyer, item and amount stay, as the law
 * requires.
 */
function eraseInReceipts({ id, name }: Erasable) {
  for (const { paymentId, facts, language } of statements().receipts.all(id)) {
    const receipt = JSON.parse(facts) as ReceiptFacts;
    const erased = inLanguage(language ?? ENGLISH, () => t('certificateState.erased'));
    const lines = receipt.lines.map(([label, value]) => [label, value === name ? erased : value]);
    statements().setFacts.run(JSON.stringify({ ...receipt, lines }), paymentId);
  }
}

/** Takes the holder out of the search indexes. */
function eraseInIndexes({ seq, id }: Erasable) {
  removeHolderFromIndex(seq);
  for (const lookUp of statements().lookUps.all(id)) replaceInIndex(lookUp.seq, { personal: '' });
}

type Why = {
  erasedBy: string;
  reason: string;
  /** The issuer that erases its own certificates; '' to erase all data about the holder. */
  issuerId: string;
};

function eraseInRows(
  tx: Transaction,
  who: Who,
  certificate: Erasable,
  { erasedBy, reason, issuerId: by }: Why,
) {
  const { seq, id, issuerId } = certificate;
  const uniqueId = formatUniqueId(certificate.uniqueId);
  const lookUps = statements().lookUps.all(id);
  const { fields, changes, changesForAll } = statements();
  erasePictures(issuerId, fields.get(seq) ?? null);
  for (const change of changes) change.run({ seq, id, issuerId });
  if (by === '') for (const change of changesForAll) change.run({ id });
  eraseInReceipts(certificate);
  clearEvents(tx, uniqueId);
  // They may quote the certificate.
  for (const userId of new Set([issuerId, ...lookUps.map(({ verifierId }) => verifierId)]))
    clearAnswers(tx, userId);
  tx.insert(erasures)
    .values({ certificateId: id, erasedAt: now(), erasedBy, reason: withoutHolder(reason, certificate) })
    .run();
  recordAct(tx, who, 'holder.erased', { ...concerning(issuerId), object: ['certificate', uniqueId] });
}

/**
 * Erases the holder of some certificates, in the caller's transaction: name, address, salt and everything that was made from them. The
 * certificates' IDs, courses, dates and log entries stay.
 */
export function eraseCertificates(tx: Transaction, who: Who, certificates: readonly Erasable[], why: Why) {
  // All before the rows: SQLite writes what an index has collected to the disk at the next statement that changes several rows.
  for (const certificate of certificates) eraseInIndexes(certificate);
  for (const certificate of certificates) eraseInRows(tx, who, certificate, why);
}
