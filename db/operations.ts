import { tracingChannel } from 'node:diagnostics_channel';

/**
 * A step of work that a trace shows. Name and attributes hold route patterns, IDs of requests and figures, never what a person
 * entered. They are read when it ends, and may be set until then.
 */
export type Operation = {
  name: string;
  /** `server` for a request that arrives, `client` for one that leaves. */
  kind?: 'server' | 'client';
  /** Recorded only as a part of another operation. */
  isPart?: boolean;
  attributes?: Record<string, string | number>;
  /** For failures that are not thrown. */
  hasFailed?: boolean;
  /** Headers that may name the trace of the caller (W3C Trace Context). */
  headers?: Record<string, unknown>;
};

/** Where operations are published. Without a subscriber this costs nothing: see app/operations/tracing.server.ts. */
export const operations = tracingChannel<unknown, Operation>('certrace:operation');
