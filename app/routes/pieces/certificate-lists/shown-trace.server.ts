import { timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import type { Trace } from '#app/verification/tracing/trace-certificate.server.ts';

/** A history with times formatted for the viewer. */
export const shownTrace = (request: Request, trace: Trace) => ({
  ...trace,
  events: {
    ...trace.events,
    rows: trace.events.rows.map(({ at, ...event }) => ({
      ...event,
      time: formatInstant(at, timeZoneOf(request)),
    })),
  },
});
