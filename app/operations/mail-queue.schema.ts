import { z } from 'zod';
import { t } from '#messages';

/** The message to retry now, or all of them. */
export const retryMailSchema = z.object({
  mailId: z.union([z.literal('all'), z.string().max(64)], {
    error: () => t('mailQueue.chooseTheMessage'),
  }),
});
