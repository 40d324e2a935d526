import { AppError } from './errors.server.ts';

type Rules = {
  /** Slots per holder, and the error message beyond that. */
  perHolder: number;
  takenMessage: string;
  /** Slots in total, and the error message beyond that. */
  inAll?: number;
  busyMessage?: string;
  /** Further slots for holders without any. */
  forFirst?: number;
  retryAfterSeconds: number;
};

/** Limits concurrent work, per holder and in total. */
export function createSlots({
  perHolder,
  takenMessage,
  inAll = Number.POSITIVE_INFINITY,
  busyMessage = '',
  forFirst = 0,
  retryAfterSeconds,
}: Rules) {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Takes a slot. Call the returned function to free it.
     * @param isReserved whether this holder's slots are reserved, and so do not count towards the total
     * @throws AppError rate-limited when the holder has all of its slots; busy when none is free
     */
    take(holder: string, { isReserved = false } = {}): () => void {
      const own = taken.get(holder) ?? 0;
      if (own >= perHolder) throw new AppError('rate-limited', takenMessage, { retryAfterSeconds });
      if (!isReserved && total >= (own === 0 ? inAll + forFirst : inAll)) {
        throw new AppError('busy', busyMessage, { retryAfterSeconds });
      }
      const counted = isReserved ? 0 : 1;
      taken.set(holder, own + 1);
      total += counted;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        total -= counted;
        const left = (taken.get(holder) ?? 1) - 1;
        if (left > 0) taken.set(holder, left);
        else taken.delete(holder);
      };
    },
  };
}
