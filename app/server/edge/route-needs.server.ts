import type { ServerBuild } from 'react-router';
import type { Scope } from '#app/accounts/api-tokens/scopes.ts';
import type { ErrorText } from '#app/shared/form-error.ts';
import type { LazyText } from '#app/shared/reader-texts.ts';

type BodyLimit = {
  bytes: number;
  /** The message for a larger body. */
  tooLarge?: LazyText;
};

/** A route's needs, which the edge meets. Page modules export them as `handle`; API calls declare them. */
export type RouteNeeds = {
  /** The frame of a public page. */
  frame?: 'auth';
  /** The limit of a multipart form with files, which the route streams without a time limit. */
  upload?: BodyLimit;
  /** The limits of other bodies, the first for its content type. */
  body?: (BodyLimit & { type?: string })[];
  /** Programs call it like the API: only a bearer token authenticates them, and errors are JSON. */
  api?: true;
  /** For servers, which sign the body or read public data. No cookie, no Origin, no queue behind pages. */
  server?: true;
  /** The token in the URL alone permits the act, so that mail programs may post to the page, which send no Origin. */
  anyOrigin?: true;
  /** Health checks and metrics. They may use any host name, and never wait behind other requests. */
  probe?: true;
  /** API tokens with one of these scopes may open the file. Elsewhere outside the API, a token with scopes means nothing. */
  tokenScopes?: Scope[];
  /** Public pictures, of which a page has many, count nothing. */
  free?: true;
  /** The URL contains the token of a mailed link or of a Google login. */
  tokenInUrl?: true;
  /** The page's metadata has a picture for link previews, which replaces that of the site. */
  ownCard?: true;
  /** For visitors the page depends only on the theme, with any query or only without one. */
  cached?: 'with any query' | 'without query';
  /** Texts for errors of the page's form. On a page with several forms, a form may have its own, by its intent. */
  errorText?: () => ErrorText & { forms?: Record<string, ErrorText> };
  /** The text when the page's list does not load. */
  listNotLoaded?: () => string;
  /** JSON errors repeat the message in `error` (docs/product.md, The JSON API). */
  namesErrorTwice?: true;
};

type Routes = ServerBuild['routes'];
type Known = { path: string; segments: string[]; needs: RouteNeeds };

/** The IDs of a route and of the routes around it. */
export function lineage(routes: Routes, id: string | undefined): string[] {
  const route = id === undefined ? undefined : routes[id];
  return route ? [route.id, ...lineage(routes, route.parentId)] : [];
}

/** The complete path of a route, without a leading slash. */
export const fullPath = (routes: Routes, id: string) =>
  lineage(routes, id)
    .map((each) => routes[each]?.path?.replace(/^\//, ''))
    .filter(Boolean)
    .reverse()
    .join('/');

/** Decodes percent-encoding like the router does before it matches. Returns undecodable text unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** The segments of a path for comparing. Like the router, ignores case, encoding, repeated slashes and the suffix of data requests. */
const segmentsOf = (pathname: string) =>
  decoded(pathname)
    .toLowerCase()
    .replace(/\.data\/*$/, '')
    .split('/')
    .filter(Boolean);

const isDynamic = (segment: string | undefined) => segment === '*' || segment?.startsWith(':') === true;

/** Sorts static segments before parameters. */
const rank = ({ segments }: Known) => segments.map((segment) => (isDynamic(segment) ? 1 : 0)).join('');

const fits = (pattern: string[], segments: string[]) =>
  (pattern.length === segments.length || (pattern.at(-1) === '*' && segments.length >= pattern.length)) &&
  pattern.every((segment, index) => isDynamic(segment) || segment === segments[index]);

/** Routes by their first segment. */
let known = new Map<string, Known[]>();
/** The segments before a token, and the other routes below them. */
let secrets: { before: string[]; siblings: Set<string> }[] = [];

/** Reads the needs of a build's routes and of the declared calls. The requests that follow are handled accordingly. */
export function learnRouteNeeds(routes: Routes, calls: Pick<Known, 'path' | 'needs'>[]) {
  const declared = calls.map((call) => ({ ...call, segments: segmentsOf(call.path) }));
  const others = Object.values(routes).flatMap((route): Known[] => {
    if (!route || (route.path === undefined && !route.index)) return [];
    const path = `/${fullPath(routes, route.id)}`;
    const handle: RouteNeeds | undefined = route.module.handle ?? undefined;
    return [{ path, segments: segmentsOf(path), needs: handle ?? {} }];
  });
  const all = [...declared, ...others];
  known = Map.groupBy(
    all.toSorted((a, b) => rank(a).localeCompare(rank(b))),
    ({ segments: [first = ''] }) => first,
  );
  secrets = all
    .filter(({ needs, segments }) => needs.tokenInUrl && isDynamic(segments.at(-1)))
    .map(({ segments }) => {
      const before = segments.slice(0, -1);
      const below = all.filter((other) => fits(before, other.segments.slice(0, before.length)));
      const siblings = below.map((other) => other.segments[before.length] ?? '');
      return { before, siblings: new Set(siblings.filter((segment) => !isDynamic(segment))) };
    });
}

/** Whether a path is spelled as in app/routes.ts, parameters apart. */
export const isSpelledAs = (path: string, pathname: string) => fits(path.split('/'), pathname.split('/'));

/** The route of a path, unless it begins with a parameter. */
export function routeAt(pathname: string): Known | undefined {
  const segments = segmentsOf(pathname);
  return known.get(segments[0] ?? '')?.find(({ segments: pattern }) => fits(pattern, segments));
}

/** 40 characters of base64url: longer than every id, shorter than every secret. */
const TOKEN_SHAPE = /[\w-]{40,}/g;

/** A path for the log: without its query, and without tokens. */
export function loggablePath(target: string): string {
  const path = target.replace(/[?#].*$/s, '');
  const segments = segmentsOf(path);
  const secret = secrets.find(
    ({ before, siblings }) =>
      segments.length > before.length &&
      fits(before, segments.slice(0, before.length)) &&
      !siblings.has(segments[before.length] ?? ''),
  );
  if (!secret) return path.replace(TOKEN_SHAPE, '[redacted]').slice(0, 500);
  const [start = ''] = new RegExp(`^(?:/+[^/]*){${secret.before.length}}`).exec(path) ?? [];
  return `${start.slice(0, 500)}/[redacted]`;
}
