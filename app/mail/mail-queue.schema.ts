import { z } from 'zod';

/** Which messages are tried again at once: one that waits for its next attempt, or all of them. */
export const retryMailSchema = z.object({
  mailId: z.union([z.literal('all'), z.string().max(64)], { error: 'Say which message to try again.' }),
});
