import { issuerSuspended } from '#app/accounts/actor.server.ts';
import { readCodes } from '#app/messages/messages.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { createStoredTexts } from '#app/shared/reader-texts.ts';
import { t } from '#messages';

/** Why a certificate was not issued at its time. None names the student. */
const problems = createStoredTexts({
  duplicate: (duplicateOf) => t('duplicates.thisStudentAlreadyHasAValid', { duplicateOf }),
  quota: () => t('scheduledProblems.theDailyQuotaWasUsedUp'),
  suspended: issuerSuspended,
  member: () => t('scheduledProblems.whoIssuedItMayNoLongerIssue'),
  restored: () => t('scheduledProblems.aBackupWasRestored'),
  'not-stored': () => t('issueChunk.thisCertificateCouldNotBeStored'),
});

export const scheduledProblem = problems.store;

/** A stored problem in the reader's language. Problems of fields are stored as codes of messages. */
export const problemText = (stored: string): string => readCodes(problems.read(stored));

/** The error of a certificate that is not issued for a reason that time does not end. */
export class NotIssued extends Error {
  readonly problem: string;
  constructor(problem: string) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * The problem behind an error, or null for one that may pass.
 * @param error of `issueOnce`, or of what precedes it in the language CODES
 */
export function problemOf(error: unknown): string | null {
  if (error instanceof NotIssued) return error.problem;
  if (!(error instanceof AppError)) return null;
  if (error.code === 'invalid') return error.message;
  if (error.code === 'duplicate') return scheduledProblem('duplicate', String(error.details?.duplicateOf));
  return error.code === 'rate-limited' ? scheduledProblem('quota') : null;
}
