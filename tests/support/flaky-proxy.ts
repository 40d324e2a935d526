import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the proxy does: forward, close the connection, respond 502, respond with a page like a captive portal, or close the connection
 * in the middle of a response.
 */
export type ProxyMode = 'up' | 'dead' | '502' | 'foreign' | 'cut';

/** Sends half of a part of a response, and closes the connection. */
function cut(response: ServerResponse, part: Buffer) {
  response.write(part.subarray(0, part.length / 2), () => response.destroy());
}

/** A proxy in front of the server, whose failures a test switches on and off. */
export async function startFlakyProxy() {
  let mode: ProxyMode = 'up';
  let target = 0;
  const server = createServer((req, res) => {
    if (mode === 'dead') {
      req.socket.destroy();
      return;
    }
    if (mode === '502' || mode === 'foreign') {
      req.resume();
      res.writeHead(mode === '502' ? 502 : 200, { 'Content-Type': 'text/html' });
      res.end('<!doctype html><title>Proxy</title><h1>Not the site</h1>');
      return;
    }
    const { method, url, headers } = req;
    const upstream = request({ host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      if (mode === 'cut') answer.once('data', (part: Buffer) => cut(res, part));
      else answer.pipe(res);
    });
    upstream.on('error', () => res.destroy());
    req.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo(port: number) {
      target = port;
    },
    setMode(next: ProxyMode) {
      mode = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
