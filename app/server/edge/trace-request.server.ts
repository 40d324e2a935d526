import { type Operation, operations } from '#db/operations.ts';
import type { RequestDetails } from './edge.server.ts';

/** Traces a request until its response starts. Traces contain no paths, because these contain IDs and tokens. */
export function traceRequest(
  { incoming, matched, requestId, kind }: RequestDetails,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (!operations.hasSubscribers || kind?.needs.probe) return answer();
  const method = incoming?.method ?? '';
  const operation: Operation = { name: method, kind: 'server', headers: incoming?.headers };
  return operations.tracePromise(async () => {
    const response = await answer();
    const route = matched?.route ?? '';
    operation.name = `${method} ${route}`;
    operation.attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': response.status,
      'certrace.request_id': requestId ?? '',
    };
    operation.hasFailed = response.status >= 500;
    return response;
  }, operation);
}
