import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router';
import { isRouteErrorResponse, ServerRouter } from 'react-router';
import { readerLanguage, scriptIn } from '#app/messages/reader-language.server.ts';
import { loggablePath } from '#app/server/edge/route-needs.server.ts';
import { pageResponse, withLoaderData } from '#app/server/pages/page-response.server.ts';
import { requestContext } from '#app/server/session/context.server.ts';
import { NonceContext } from '#app/ui/nonce.ts';

/**
 * Keeps only the matched routes in the manifest. ServerRouter builds an element for each of its routes on every request, and
 * there are more than a hundred.
 */
function matchedOnly({ manifest, staticHandlerContext, ...context }: EntryContext): EntryContext {
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  );
  return { ...context, staticHandlerContext, manifest: { ...manifest, routes } };
}

type Scripts = { module: string; imports?: string[] | undefined };

/** The manifest with the scripts in the reader's language. */
function inReadersLanguage({ manifest, ...context }: EntryContext): EntryContext {
  const language = readerLanguage();
  const path = (script: string) => scriptIn(language, script);
  const paths = <Of extends Scripts>(of: Of): Of => ({
    ...of,
    module: path(of.module),
    ...(of.imports && { imports: of.imports.map(path) }),
  });
  const routes = Object.entries(manifest.routes).map(([id, route]) => [id, route && paths(route)]);
  return {
    ...context,
    manifest: {
      ...manifest,
      url: path(manifest.url),
      entry: paths(manifest.entry),
      routes: Object.fromEntries(routes),
    },
  };
}

/**
 * Renders the matched page as one string. React renders a string several times as fast as a stream, and streaming would gain
 * nothing because no loader defers data.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce } = context.get(requestContext);
  const { serverHandoffStream, ...entry } = inReadersLanguage(matchedOnly(routerContext));
  const html = renderToString(
    <NonceContext value={nonce}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </NonceContext>,
  );
  const data = serverHandoffStream ? await text(serverHandoffStream) : '';
  const page = entry.renderMeta?.didRenderScripts ? withLoaderData(html, data, nonce) : html;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return pageResponse(`<!DOCTYPE html>${page}`, status, headers);
}

/** Logs errors that no route expected. The response never contains their details. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { log } = (context as RouterContextProvider).get(requestContext);
  log.error(
    { err: error, method: request.method, path: loggablePath(new URL(request.url).pathname) },
    'unexpected error',
  );
};
