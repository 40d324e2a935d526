import { AppError } from '#app/shared/errors.server.ts';
import { prepared, sqlite } from '#db/client.ts';
import { todayUtc } from './certificate.server.ts';
import { formatUniqueId } from './unique-id.ts';

/** Replaced certificates are revoked too. */
const validOfStudent = prepared(() =>
  sqlite
    .prepare(
      `select c.unique_id from certificates c
       where c.issuer_id = @issuerId and c.student_email = @studentEmail and c.course_name = @courseName
         and c.student_name = @studentName and (c.expiry_date is null or c.expiry_date >= @today)
         and not exists (select 1 from certificate_revocations r where r.certificate_id = c.id)
       limit 1`,
    )
    .pluck(),
);

export type Duplicable = { studentEmail: string; studentName: string; courseName: string };

/**
 * Finds a currently valid certificate for the same student, email and course.
 * @returns its ID in groups of four, or null
 */
export function findDuplicate(
  issuerId: string,
  { studentEmail, studentName, courseName }: Duplicable,
): string | null {
  const input = { issuerId, studentEmail, studentName, courseName, today: todayUtc() };
  const uniqueId = validOfStudent().get(input) as string | undefined;
  return uniqueId === undefined ? null : formatUniqueId(uniqueId);
}

/** Field errors of a batch row that duplicates a valid certificate. */
export const duplicateErrors = (duplicateOf: string) => ({
  studentEmail: [`This student already has a valid certificate for the course: ${duplicateOf}.`],
});

/** @throws AppError duplicate unless `allowDuplicate` is set */
export function requireNoDuplicate(
  issuerId: string,
  { allowDuplicate, ...content }: Duplicable & { allowDuplicate: boolean },
) {
  const duplicateOf = allowDuplicate ? null : findDuplicate(issuerId, content);
  if (duplicateOf === null) return;
  throw new AppError(
    'duplicate',
    `${content.studentName} already has a valid certificate for this course: ${duplicateOf}.`,
    { details: { code: 'duplicate', duplicateOf } },
  );
}
