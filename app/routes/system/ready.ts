import { describeLogState, logState } from '#app/log/log-state.server.ts';
import { databaseAnswers } from '#app/operations/site-status.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';

export const handle = { probe: true } satisfies RouteNeeds;

const problem = () => (databaseAnswers() ? describeLogState(logState()) : 'the database is not responding');

/** Readiness: the database responds and the log can be continued. */
export const loader = () => {
  const message = problem();
  return new Response(`${message ?? 'ok'}\n`, {
    status: message === null ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  });
};
