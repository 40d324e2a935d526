import autocannon from 'autocannon';

/** Requests a second that a server answers with 2xx at one URL; throws when it answers anything else. */
export async function requestsPerSecond(
  url: string,
  {
    headers = {},
    seconds = 4,
    connections = 10,
    method = 'GET',
    body,
  }: {
    headers?: Record<string, string>;
    seconds?: number;
    connections?: number;
    method?: 'GET' | 'POST';
    body?: string;
  } = {},
): Promise<number> {
  const result = await autocannon({ url, headers, duration: seconds, connections, method, body });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
  }
  return result.requests.average;
}
