import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let made: { cert: string; key: string; certFile: string } | undefined;

/** A self-signed certificate for localhost and loopback addresses, made once. */
export function receiverCertificate() {
  if (made) return made;
  const folder = mkdtempSync(join(tmpdir(), 'certrace-receiver-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = 'subjectAltName=DNS:localhost,DNS:hooks.example,IP:127.0.0.1,IP:127.0.0.2,IP:::1';
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost';
  const { status, stderr } = spawnSync(
    'openssl',
    ['req', ...options.split(' '), '-addext', names, '-keyout', keyFile, '-out', certFile],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
  made = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), certFile };
  return made;
}

export type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; data: Record<string, never> };
};

type Answer = (received: Received, response: ServerResponse) => void;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** An https server that receives webhooks. Answers 204 until told otherwise. */
export async function startReceiver({ port = 0, host = '127.0.0.1' } = {}) {
  const { cert, key } = receiverCertificate();
  const received: Received[] = [];
  let answer: Answer = (_, response) => response.writeHead(204).end();
  const server = createServer({ cert, key }, async (request, response) => {
    const body = await readBody(request);
    const got = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) };
    received.push(got);
    answer(got, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const actual = (server.address() as AddressInfo).port;
  return {
    url: `https://${host}:${actual}/hook`,
    port: actual,
    received,
    /** The types of the received events, with the objects' courses. */
    ids: () => received.map(({ event }) => event.id),
    answerWith(next: Answer | number) {
      answer = typeof next === 'number' ? (_, response) => response.writeHead(next).end() : next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
