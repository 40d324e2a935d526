/** Joins sentences with a space, but not after the full stop of Chinese. Leaves out those that are empty. */
export const joinSentences = (sentences: readonly (string | false | null | undefined)[]) =>
  sentences
    .filter(Boolean)
    .join(' ')
    .replace(/([。！？]) /g, '$1');
