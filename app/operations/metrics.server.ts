import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics } from 'prom-client';
import { env } from '#app/env.server.ts';
import { notFound, unauthenticated } from '#app/shared/errors.server.ts';
import { allMetrics, registry } from '#app/shared/metrics.server.ts';
import './site-metrics.server.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Requires METRICS_TOKEN in an Authorization header. The comparison takes the same time for every token.
 * @throws AppError not-found without METRICS_TOKEN; unauthenticated
 */
export function requireMetricsToken(authorization: string | null) {
  if (env.METRICS_TOKEN === undefined) throw notFound();
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (!timingSafeEqual(digest(given), digest(env.METRICS_TOKEN))) {
    throw unauthenticated('METRICS_TOKEN is required as a bearer token.');
  }
}

let started = false;

/** Begins to measure the process and its event loop, when metrics are to be served. */
export function startMetrics() {
  if (started || env.METRICS_TOKEN === undefined) return;
  started = true;
  collectDefaultMetrics({ register: registry });
}

/** All metrics in OpenMetrics format. */
export async function metricsText(): Promise<{ text: string; contentType: string }> {
  return { text: await allMetrics(), contentType: registry.contentType };
}
