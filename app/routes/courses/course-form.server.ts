import { data } from 'react-router';
import { headersOf, statusOf } from '#app/server/failure.server.ts';
import { AppError, type FieldErrors } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';

/** What an upload's form gets back when nothing came of it: what was entered, and what is wrong with it. */
export type UploadFailure = {
  entered: Record<string, string>;
  errors: FieldErrors;
  toast: { kind: 'error'; message: string };
};

/**
 * The failure of an upload's form as its page shows it. A file cannot be sent back; everything else is.
 * @param unexpectedMessage what an unexpected error says; it is logged
 */
export function uploadFailure(error: unknown, entered: Record<string, string>, unexpectedMessage: string) {
  if (error instanceof Response) throw error;
  if (!(error instanceof AppError)) log.error({ err: error }, 'unexpected error behind an upload');
  const told = error instanceof AppError ? error : new AppError('busy', unexpectedMessage);
  return data<UploadFailure>(
    { entered, errors: told.fields ?? {}, toast: { kind: 'error', message: told.message } },
    { status: error instanceof AppError ? statusOf(error) : 500, headers: headersOf(told) },
  );
}
