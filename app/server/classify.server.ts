import { bodyLimit, isUpload } from './body-limit.server.ts';
import { isApiPath } from './paths.server.ts';

/** What a load balancer asks, under whatever name it knows this machine by. */
const PROBES = new Set(['/healthz', '/readyz']);

/** What a request is for. It is decided once, before anything else looks at the request. */
export type RequestKind = {
  pathname: string;
  /** A call of the JSON API: its errors are JSON, and its caller has a token. */
  api: boolean;
  /** A multipart form whose route streams it. */
  upload: boolean;
  /** A health check. */
  probe: boolean;
  /** The bytes that its body may have. */
  bodyLimit: number;
};

/** @param url its path and query are the request's, in normal form */
export const classify = ({ pathname }: URL, contentType: string | null | undefined): RequestKind => ({
  pathname,
  api: isApiPath(pathname),
  upload: isUpload(pathname, contentType),
  probe: PROBES.has(pathname),
  bodyLimit: bodyLimit(pathname, contentType),
});
