import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type Environment, env } from '#app/env.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';

const WINDOW_S = 10;

let limiter: RateLimiterMemory;
let configuredBy: Environment | undefined;

/**
 * Counts a request against its address. Verbs have their own limits, and this one covers everything else.
 * @param points cost of the request, in API requests
 * @throws AppError rate-limited
 */
export async function countRequest(address: string, points: number): Promise<void> {
  if (env.RATE_LIMITS === 'off') return;
  if (configuredBy !== env) {
    configuredBy = env;
    limiter = new RateLimiterMemory({ points: env.REQUEST_LIMIT, duration: WINDOW_S });
  }
  try {
    await limiter.consume(addressBlock(address), points);
  } catch (rejection) {
    if (rejection instanceof Error) throw rejection;
    const seconds = Math.max(1, Math.ceil((rejection as RateLimiterRes).msBeforeNext / 1_000));
    throw new AppError('rate-limited', 'Too many requests. Please try again in a few seconds.', {
      retryAfterSeconds: seconds,
    });
  }
}
