import { AppError } from '#app/shared/errors.server.ts';
import { prepared, sqlite } from '#db/client.ts';
import { t } from '#messages';
import { earliestDateOnEarth } from './certificate.server.ts';
import type { Duplicable } from './fields.ts';
import { formatUniqueId } from './unique-id.ts';

/** Reads one row only. Replaced certificates count as revoked. */
const validOfStudent = prepared(() =>
  sqlite()
    .prepare<unknown[], string>(
      `select c.unique_id from unrevoked_certificates u join certificates c on c.seq = u.certificate_seq
       where u.issuer_id = @issuerId and u.student_email = @studentEmail and u.course_name = @courseName
         and u.student_name = @studentName and u.expires_on >= @today
       limit 1`,
    )
    .pluck(),
);

/**
 * Finds a currently valid certificate for the same student, email and course.
 * @returns its ID in groups of four, or null
 */
export function findDuplicate(issuerId: string, content: Duplicable): string | null {
  const uniqueId = validOfStudent().get({ ...content, issuerId, today: earliestDateOnEarth() });
  return uniqueId === undefined ? null : formatUniqueId(uniqueId);
}

/** @throws AppError duplicate unless `allowDuplicate` is set */
export function requireNoDuplicate(
  issuerId: string,
  { allowDuplicate, ...content }: Duplicable & { allowDuplicate: boolean },
) {
  const duplicateOf = allowDuplicate ? null : findDuplicate(issuerId, content);
  if (duplicateOf === null) return;
  throw new AppError(
    'duplicate',
    t('duplicates.studentnameAlreadyHasAValidCertificate', { studentName: content.studentName, duplicateOf }),
    { details: { code: 'duplicate', duplicateOf } },
  );
}
