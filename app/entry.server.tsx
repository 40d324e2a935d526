import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { requestContext } from '#app/server/context.server.ts';
import { PageBody } from '#app/server/page-body.server.ts';
import { loggablePath } from '#app/server/paths.server.ts';

export const streamTimeout = 5_000;

/** Streams the matched page once its shell is ready; crawlers get the complete page. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, userAgent, log } = context.get(requestContext);
  return new Promise<Response>((resolve, reject) => {
    let shellRendered = false;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        [userAgent && isbot(userAgent) ? 'onAllReady' : 'onShellReady']() {
          shellRendered = true;
          const body = new PageBody();
          body.once('end', () => clearTimeout(deadline));
          headers.set('Content-Type', 'text/html; charset=utf-8');
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        onShellError: reject,
        onError(error: unknown) {
          // Until the shell is rendered, the rejection above reports the error.
          if (shellRendered && !request.signal.aborted) log.error({ err: error }, 'rendering failed');
        },
      },
    );
    const deadline = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Logs errors that no route expected; the response never contains their details. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { log } = (context as RouterContextProvider).get(requestContext);
  log.error(
    { err: error, method: request.method, path: loggablePath(new URL(request.url).pathname) },
    'unexpected error',
  );
};
