import { z } from 'zod';
import { t } from '#messages';

/** Words that are taken out in one call; each costs a drawing of the page. */
const MOST_WORDS = 60;

const noSuchWord = () => t('background.thisBackgroundHasNoSuchWord');

export const wordsSchema = z.object({
  words: z
    .array(z.int({ error: noSuchWord }).min(0, { error: noSuchWord }).max(10_000, { error: noSuchWord }), {
      error: noSuchWord,
    })
    .min(1, { error: noSuchWord })
    .max(MOST_WORDS, { error: () => t('background.chooseAtMostCountWords', { count: MOST_WORDS }) })
    .meta({ description: 'Numbers of words of the background, from 0', examples: [[0, 1]] }),
});
