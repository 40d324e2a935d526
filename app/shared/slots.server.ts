import { AppError } from './errors.server.ts';

type Rules = {
  /** Slots per holder, and the error message beyond that. */
  perHolder: number;
  takenMessage: string;
  /** Slots in total, and the error message beyond that. */
  inAll?: number;
  busyMessage?: string;
  retryAfterSeconds: number;
};

/** Limits concurrent work, per holder and in total. */
export function createSlots({ perHolder, takenMessage, inAll, busyMessage = '', retryAfterSeconds }: Rules) {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Takes a slot. Call the returned function to free it.
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
