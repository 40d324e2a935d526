import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { createHttpServer } from '#app/server/listener.server.ts';
import { handler, type SentCall } from './handler.ts';

/**
 * Serves the built handler with the server's listener while the tests of a file run. Bodies then arrive as a stream that is read once;
 * in a Request that is handled in process they can be read again.
 * @returns sends a call over a TCP connection
 */
export function listenForCalls(): (call: SentCall) => Promise<Response> {
  const { server } = createHttpServer(() => handler);
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return ({ path, ...init }) => {
    const { port } = server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });
  };
}
