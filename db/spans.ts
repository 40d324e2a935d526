import { tracingChannel } from 'node:diagnostics_channel';

/**
 * Work whose time is traced. Name and attributes contain route patterns, request IDs and figures, never user input. They are
 * read at the end and may be set until then.
 */
export type Span = {
  name: string;
  /** `server` for an incoming request, `client` for an outgoing one. */
  kind?: 'server' | 'client';
  /** Whether to record it only inside another span. */
  isPart?: boolean;
  attributes?: Record<string, string | number>;
  /** Set for failures that are not thrown. */
  hasFailed?: boolean;
  /** Headers with the caller's trace context (W3C Trace Context). */
  headers?: Record<string, unknown>;
};

/** Channel for spans. Costs nothing without a subscriber (app/operations/tracing.server.ts). */
export const spans = tracingChannel<unknown, Span>('certrace:span');
