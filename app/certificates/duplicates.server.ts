import { AppError } from '#app/shared/errors.server.ts';
import { prepared, sqlite } from '#db/client.ts';
import { t } from '#messages';
import { earliestDateOnEarth } from './certificate.server.ts';
import { type Duplicable, duplicateKey } from './fields.ts';
import { formatUniqueId } from './unique-id.ts';

/** Certificates of a student that are compared. More than a person has, and few enough for each row of a batch. */
const MOST_COMPARED = 1_000;

// Replaced certificates count as revoked.
const statements = prepared(() => {
  const uniqueId = 'select c.unique_id from certificates c where c.seq = ?';
  const ofStudent = 'unrevoked_certificates where issuer_id = @issuerId and student_email = @studentEmail';
  return {
    uniqueId: sqlite().prepare<[number], string>(uniqueId).pluck(),
    // Reads one row only.
    same: sqlite()
      .prepare<unknown[], number>(
        `select certificate_seq from ${ofStudent} and course_name = @courseName and student_name = @studentName
           and expires_on >= @today limit 1`,
      )
      .pluck(),
    others: sqlite().prepare<
      unknown[],
      { seq: number; studentName: string; courseName: string; expiresOn: string }
    >(
      `select certificate_seq as seq, student_name as studentName, course_name as courseName, expires_on as expiresOn
       from ${ofStudent} limit ${MOST_COMPARED}`,
    ),
    waiting: sqlite().prepare<unknown[], { uniqueId: string; studentName: string; courseName: string }>(
      `select unique_id as uniqueId, student_name as studentName, course_name as courseName from scheduled_certificates
       where student_email = @studentEmail and issuer_id = @issuerId and problem is null and seq <> @except limit ${MOST_COMPARED}`,
    ),
  };
});

/**
 * Finds a currently valid certificate for the same student, email and course, however they are written.
 * @returns its ID in groups of four, or null
 */
export function findDuplicate(issuerId: string, content: Duplicable): string | null {
  const { same, others, uniqueId } = statements();
  const today = earliestDateOnEarth();
  const { studentEmail } = content;
  const findAlike = () => {
    const held = others.all({ issuerId, studentEmail });
    if (held.length === 0) return undefined;
    const key = duplicateKey(content);
    return held.find((other) => other.expiresOn >= today && duplicateKey({ ...other, studentEmail }) === key)
      ?.seq;
  };
  const seq = same.get({ ...content, issuerId, today }) ?? findAlike();
  const found = seq === undefined ? undefined : uniqueId.get(seq);
  return found === undefined ? null : formatUniqueId(found);
}

/**
 * Finds a certificate for the same student, email and course that waits to be issued.
 * @param except the `seq` of the one that is changed
 * @returns its ID in groups of four, or null
 */
export function findScheduledDuplicate(issuerId: string, content: Duplicable, except = 0): string | null {
  const { studentEmail } = content;
  const waiting = statements().waiting.all({ issuerId, studentEmail, except });
  if (waiting.length === 0) return null;
  const key = duplicateKey(content);
  const found = waiting.find((other) => duplicateKey({ ...other, studentEmail }) === key);
  return found ? formatUniqueId(found.uniqueId) : null;
}

type Checked = Duplicable & { allowDuplicate: boolean };

/** @throws AppError duplicate, for one that waits, unless `allowDuplicate` is set */
export function requireNoneScheduled(
  issuerId: string,
  { allowDuplicate, ...content }: Checked,
  except?: number,
) {
  const duplicateOf = allowDuplicate ? null : findScheduledDuplicate(issuerId, content, except);
  if (duplicateOf === null) return;
  throw new AppError(
    'duplicate',
    t('duplicates.studentnameHasAScheduledCertificate', { studentName: content.studentName, duplicateOf }),
    { details: { code: 'duplicate', duplicateOf, isScheduled: true } },
  );
}

/** @throws AppError duplicate unless `allowDuplicate` is set */
export function requireNoDuplicate(issuerId: string, { allowDuplicate, ...content }: Checked) {
  const duplicateOf = allowDuplicate ? null : findDuplicate(issuerId, content);
  if (duplicateOf === null) return;
  throw new AppError(
    'duplicate',
    t('duplicates.studentnameAlreadyHasAValidCertificate', { studentName: content.studentName, duplicateOf }),
    { details: { code: 'duplicate', duplicateOf } },
  );
}
