import { bodyLimit, isUpload } from './body-limit.server.ts';
import { isApiPath } from './paths.server.ts';

/** Health checks, which load balancers request under any host name. */
const PROBES = new Set(['/healthz', '/readyz']);

/** What a request is for, decided once before any middleware runs. */
export type RequestKind = {
  pathname: string;
  /** An API call: its errors are JSON, and only a bearer token authenticates it. */
  api: boolean;
  /** A multipart form whose route streams it. */
  upload: boolean;
  /** A health check. */
  probe: boolean;
  /** The largest body allowed, in bytes. */
  bodyLimit: number;
};

/** @param url the request's URL, normalised */
export const classify = ({ pathname }: URL, contentType: string | null | undefined): RequestKind => ({
  pathname,
  api: isApiPath(pathname),
  upload: isUpload(pathname, contentType),
  probe: PROBES.has(pathname),
  bodyLimit: bodyLimit(pathname, contentType),
});
