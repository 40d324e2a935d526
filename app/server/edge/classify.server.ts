import { bodyLimit, isUpload } from './body-limit.server.ts';
import { isApiPath, isProbePath, isServerPath } from './paths.server.ts';

/** Properties of a request, determined once before any middleware runs. */
export type RequestKind = {
  pathname: string;
  /** An API call: errors are JSON, and only a bearer token authenticates it. */
  api: boolean;
  /** A request by another server, which signs the body. It has no cookie and no Origin. */
  server: boolean;
  /** A multipart form that its route streams. */
  upload: boolean;
  /** A health check or the metrics. */
  probe: boolean;
  /** The largest body allowed, in bytes. */
  bodyLimit: number;
};

/** @param url the request's URL, normalised */
export const classify = ({ pathname }: URL, contentType: string | null | undefined): RequestKind => ({
  pathname,
  api: isApiPath(pathname),
  server: isServerPath(pathname),
  upload: isUpload(pathname, contentType),
  probe: isProbePath(pathname),
  bodyLimit: bodyLimit(pathname, contentType),
});
