import autocannon from 'autocannon';
import { IS_SMALLEST } from './size.ts';

/**
 * Returns the requests per second that a server answers with 2xx, or with `status`, for some seconds or for an amount of requests. Throws
 * on every other response.
 */
export async function requestsPerSecond(
  url: string,
  {
    headers = {},
    seconds = 4,
    amount,
    connections = 10,
    method = 'GET',
    body,
    status,
    requests,
  }: {
    headers?: Record<string, string>;
    seconds?: number;
    amount?: number;
    connections?: number;
    method?: 'GET' | 'POST';
    body?: string | Buffer;
    status?: number;
    /** What takes turns, instead of one path, body and headers. */
    requests?: { path: string; body: Buffer; headers: Record<string, string> }[];
  } = {},
): Promise<number> {
  const result = await autocannon({
    url,
    headers,
    duration: seconds,
    amount: IS_SMALLEST ? connections : amount,
    // A run ends with a sample, by default one a second.
    ...(IS_SMALLEST && { sampleInt: 50 }),
    connections,
    method,
    body,
    requests,
    // The server answers 1,000 requests on a connection.
    reconnectRate: 900,
  });
  const answered = status ? (result.statusCodeStats?.[`${status}`]?.count ?? 0) : result['2xx'];
  if (answered === 0 || answered < result.requests.total || result.errors > 0) {
    const statuses = Object.keys(result.statusCodeStats ?? {}).join(', ');
    throw new Error(
      `${url}: ${result.requests.total - answered} other answers (${statuses}), ${result.errors} errors`,
    );
  }
  return result.requests.average;
}
