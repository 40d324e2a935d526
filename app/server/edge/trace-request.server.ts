import { type Span, spans } from '#db/spans.ts';
import type { RequestDetails } from './edge.server.ts';

/** Traces a request until its response starts. Traces contain no paths, because these contain IDs and tokens. */
export function traceRequest(
  { incoming, matched, requestId, kind }: RequestDetails,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (!spans.hasSubscribers || kind?.needs.probe) return answer();
  const method = incoming?.method ?? '';
  const span: Span = { name: method, kind: 'server', headers: incoming?.headers };
  return spans.tracePromise(async () => {
    const response = await answer();
    const route = matched?.route ?? '';
    span.name = `${method} ${route}`;
    span.attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': response.status,
      'certrace.request_id': requestId ?? '',
    };
    span.hasFailed = response.status >= 500;
    return response;
  }, span);
}
