import { AppError } from '#app/shared/errors.server.ts';

const MESSAGE = 'The file storage is not responding. Please try again in a moment.';

/** The error of a store that cannot be reached, takes too long or rejects a request. */
export const storageUnavailable = () => new AppError('busy', MESSAGE, { retryAfterSeconds: 10 });

export const isStorageUnavailable = (error: unknown) =>
  error instanceof AppError && error.message === MESSAGE;
