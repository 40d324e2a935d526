import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';

const messageTexts = () => t('unavailable.theFileStorageIsNotResponding');

/** The error of a store that cannot be reached, takes too long or rejects a request. */
export const storageUnavailable = () => new AppError('busy', messageTexts(), { retryAfterSeconds: 10 });

export const isStorageUnavailable = (error: unknown) =>
  error instanceof AppError && error.message === messageTexts();
