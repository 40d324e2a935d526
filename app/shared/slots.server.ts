import { AppError } from './errors.server.ts';

type Rules = {
  /** How many slots one holder may have at once, and the message beyond that. */
  perHolder: number;
  takenMessage: string;
  /** How many may be taken in all, and the message beyond that. */
  inAll?: number;
  busyMessage?: string;
  retryAfterSeconds: number;
};

/** Limits what is under way at once: for each holder, and in all. */
export function createSlots({ perHolder, takenMessage, inAll, busyMessage = '', retryAfterSeconds }: Rules) {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Takes a slot until the returned function is called.
     * @throws AppError rate-limited when the holder has all of its slots; busy when none is free
     */
    take(holder: string): () => void {
      const own = taken.get(holder) ?? 0;
      if (own >= perHolder) throw new AppError('rate-limited', takenMessage, { retryAfterSeconds });
      if (inAll !== undefined && total >= inAll) {
        throw new AppError('busy', busyMessage, { retryAfterSeconds });
      }
      taken.set(holder, own + 1);
      total += 1;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        total -= 1;
        const left = (taken.get(holder) ?? 1) - 1;
        if (left > 0) taken.set(holder, left);
        else taken.delete(holder);
      };
    },
  };
}
