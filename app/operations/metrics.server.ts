import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics } from 'prom-client';
import { env } from '#app/config/env.server.ts';
import { notFound, unauthenticated } from '#app/shared/errors.server.ts';
import { allMetrics, registry } from '#app/shared/metrics.server.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Requires METRICS_TOKEN as a bearer token. Compares in constant time.
 * @throws AppError not-found without METRICS_TOKEN; unauthenticated
 */
export function requireMetricsToken(authorization: string | null) {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) throw notFound();
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (!timingSafeEqual(digest(given), digest(METRICS_TOKEN))) {
    throw unauthenticated('METRICS_TOKEN is required as a bearer token.');
  }
}

let started = false;

/** Starts measuring the process and its event loop, if METRICS_TOKEN is set. It ends with the process. */
export function startMetrics() {
  if (!started && env().METRICS_TOKEN !== undefined) {
    started = true;
    collectDefaultMetrics({ register: registry });
  }
  return () => undefined;
}

/** All metrics in the OpenMetrics format. */
export async function metricsText(): Promise<{ text: string; contentType: string }> {
  return { text: await allMetrics(), contentType: registry.contentType };
}
