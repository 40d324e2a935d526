/** What keeps own artwork from being published. `box` is the place in the list, or null for the whole design. */
export type ArtworkProblem = { box: number | null } & (
  | { problem: 'no-qr' | 'no-id' | 'small-qr' | 'small-id' | 'no-picture' }
  /** At its smallest size, the box does not hold this text. */
  | { problem: 'no-room'; text: string }
  | { problem: 'overlap'; other: number }
  /** It lies on a word of the background. */
  | { problem: 'word'; word: string }
  /** The contrast that 95 % of the pixels under the box have at least. */
  | { problem: 'contrast'; ratio: number }
);
