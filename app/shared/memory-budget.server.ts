import { AppError } from './errors.server.ts';
import { type LazyText, textNow } from './reader-texts.ts';

type Limits = { maxBytes: number; maxHolders?: number; message: LazyText };

/** A part of a budget. */
export type Holding = {
  /** Aborts when a newer holding needs the memory. */
  signal: AbortSignal;
  /**
   * Takes more memory.
   * @throws AppError busy when none is left
   */
  grow(bytes: number): void;
  /**
   * Keeps the memory until `release`, even if others need it.
   * @throws AppError busy when it was already taken back
   */
  keep(): void;
  release(): void;
};

/**
 * Limits the memory that clients can fill. Over the limit, aborts the oldest holdings, which belong to slow clients or
 * attackers.
 */
export function createMemoryBudget({ maxBytes, maxHolders = Number.POSITIVE_INFINITY, message }: Limits) {
  /** Holdings that can be aborted, oldest first. */
  const holders = new Map<AbortController, () => void>();
  let total = 0;
  const busy = () => new AppError('busy', textNow(message), { retryAfterSeconds: 5 });

  return function hold(): Holding {
    const controller = new AbortController();
    let own = 0;
    const release = () => {
      holders.delete(controller);
      total -= own;
      own = 0;
    };
    holders.set(controller, release);
    return {
      signal: controller.signal,
      grow(bytes) {
        controller.signal.throwIfAborted();
        own += bytes;
        total += bytes;
        for (const [oldest, evict] of holders) {
          if (total <= maxBytes && holders.size <= maxHolders) break;
          evict();
          oldest.abort(busy());
        }
        controller.signal.throwIfAborted();
      },
      keep() {
        controller.signal.throwIfAborted();
        holders.delete(controller);
      },
      release,
    };
  };
}
