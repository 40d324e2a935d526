import { Agent, type IncomingMessage, request } from 'node:http';
import { peakOfChildren } from './processes.ts';
import type { startServer } from './server.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

export type WorkerCall = {
  method?: string;
  token?: string;
  json?: unknown;
  headers?: Record<string, string>;
};
export type Answer = { status: number; requestId: string; text: string; json: () => never };

const MOST_CONNECTIONS = 20;
const ANSWER_MS = 10_000;

/** The process IDs of a server's workers. */
export const workerPids = (server: Server) => [...peakOfChildren(server.pid).keys()];

async function send(port: number, path: string, agent: Agent, call: WorkerCall): Promise<Answer> {
  const body = call.json === undefined ? undefined : JSON.stringify(call.json);
  const headers = {
    accept: path.startsWith('/api/') ? 'application/json' : '*/*',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(call.token && { authorization: `Bearer ${call.token}` }),
    ...call.headers,
  };
  // Nobody answers a connection that was handed to a worker as it was killed.
  const signal = AbortSignal.timeout(ANSWER_MS);
  const method = call.method ?? (body === undefined ? 'GET' : 'POST');
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, method, headers, agent, signal }, resolve)
      .on('error', reject)
      .end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    status: response.statusCode ?? 0,
    requestId: String(response.headers['x-request-id']),
    text,
    json: () => JSON.parse(text) as never,
  };
}

/**
 * Opens a connection to each worker of a server. The primary hands connections to its workers in turns, so a few connections reach
 * all of them. Needs LOG_LEVEL=info, because the log tells which worker handled a request.
 */
export async function connectWorkers(server: Server, count: number) {
  const agents = new Map<number, Agent>();
  for (let tries = 0; agents.size < count && tries < MOST_CONNECTIONS; tries += 1) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { requestId } = await send(server.port, '/faq', agent, {});
    const line = await lineOf(server, requestId);
    const worker = Number(line.worker);
    if (agents.has(worker)) agent.destroy();
    else agents.set(worker, agent);
  }
  if (agents.size < count) throw new Error(`only ${agents.size} workers have responded`);
  const connections = [...agents.values()];
  return {
    /** Sends a request to the worker with this index. */
    on: (index: number, path: string, call: WorkerCall = {}) =>
      send(server.port, path, connections[index % connections.length] as Agent, call),
    /** Sends parallel requests over new connections, which spread across the workers. */
    async together(path: string, calls: WorkerCall[]) {
      const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
      try {
        return await Promise.all(calls.map((call) => send(server.port, path, agent, call)));
      } finally {
        agent.destroy();
      }
    },
    close() {
      for (const agent of connections) agent.destroy();
    },
  };
}

/** Waits for the log line of a request. */
async function lineOf(server: Server, requestId: string) {
  for (;;) {
    const line = server.logs.find((entry) => entry.requestId === requestId);
    if (line) return line;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
