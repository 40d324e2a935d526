import { AppError, type ErrorCode } from '#app/shared/errors.server.ts';

const OF_CONTENT: ErrorCode[] = ['invalid', 'unprocessable'];

/**
 * What a page shows of a draft, or why it cannot be drawn. Null without a draft.
 * @throws errors of `read`, except invalid, unprocessable and not-found
 */
export function shownDraft<Shown>(read: () => Shown | null): Shown | { problem: string } | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not-found') return null;
    if (OF_CONTENT.includes(error.code)) return { problem: error.message };
    throw error;
  }
}
