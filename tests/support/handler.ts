import { AsyncLocalStorage } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type { ServerBuild } from 'react-router';
import { env } from '#app/config/env.server.ts';
import type { Handler } from '#app/server/edge/edge.server.ts';
import { createHandler } from '#app/server/handler.server.ts';
import { declaredCalls } from '#app/server/pages/api-calls.server.ts';
import { plainResponse } from './plain-answers.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

// Replaces the global Request and Response with those of @hono/node-server, as in the server.
getRequestListener(() => new Response());

const build = (await import(/* @vite-ignore */ inProject('build/server/index.js'))) as ServerBuild;

/** The built routes behind the same edge as in production. Needs `npm run build`. */
export const handler: Handler = createHandler(build, { staticFolder: inProject('build/client') });

/** The path of every API call, such as `/api/v1/courses/:id/rating`. */
export const API_PATHS = declaredCalls(build)
  .map(({ path }) => path)
  .filter((path) => path.startsWith('/api/v1/'));

export type FetchOptions = {
  method?: string;
  headers?: Record<string, string>;
  /** The client's address. */
  address?: string;
};

export type PageOptions = FetchOptions & {
  /** The Cookie header, such as `name=value; other=value`. */
  cookie?: string;
  /** Posts a form, as multipart if it is a FormData and URL-encoded otherwise. */
  form?: FormData | URLSearchParams | Record<string, string>;
  body?: BodyInit;
};

export type ApiOptions = FetchOptions & {
  token?: string;
  /** Posts JSON. */
  json?: unknown;
  body?: BodyInit;
};

/** Encodes a FormData as bytes, because cancelling its stream fails. */
async function encoded(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init;
  const form = new Response(init.body);
  const headers = new Headers(init.headers);
  if (!headers.has('content-type')) headers.set('content-type', form.headers.get('content-type') ?? '');
  return { ...init, headers, body: await form.arrayBuffer() };
}

/** Sends a request through the built handler with only the given headers. Does not follow redirects. */
export async function fetchRaw(
  path: string,
  init: RequestInit = {},
  address = '127.0.0.1',
): Promise<Response> {
  const request = { duplex: 'half', ...(await encoded(init)) } as RequestInit;
  const response = await handler(new Request(new URL(path, env().APP_URL), request), { address });
  return plainResponse(response, path);
}

/** Requests a page or submits a form like a browser on this site. */
export function fetchPage(path: string, options: PageOptions = {}): Promise<Response> {
  const { form } = options;
  const body = form && !(form instanceof FormData) ? new URLSearchParams(form) : (form ?? options.body);
  const method = options.method ?? (body === undefined ? 'GET' : 'POST');
  const unsafe = method !== 'GET' && method !== 'HEAD';
  const headers = {
    accept: 'text/html',
    'sec-fetch-site': 'same-origin',
    ...(unsafe && { origin: env().APP_URL }),
    ...(options.cookie && { cookie: options.cookie }),
    ...options.headers,
  };
  return fetchRaw(path, { method, headers, ...(body !== undefined && { body }) }, options.address);
}

/** An API call that a test makes. */
export type SentCall = { method: string; path: string; headers: Record<string, string>; body?: BodyInit };
type Send = (call: SentCall) => Promise<Response>;

const sender = new AsyncLocalStorage<Send>();

/** Runs work, whose API calls `send` sends instead of the handler in this process. */
export const sendCalls = <Result>(send: Send, work: () => Result): Result => sender.run(send, work);

/** Calls the API. `path` is relative to /api/v1/ or begins with a slash. */
export function fetchApi(path: string, options: ApiOptions = {}): Promise<Response> {
  const { json } = options;
  const body = json === undefined ? options.body : JSON.stringify(json);
  const method = options.method ?? (body === undefined ? 'GET' : 'POST');
  const headers = {
    accept: 'application/json',
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(options.token && { authorization: `Bearer ${options.token}` }),
    ...options.headers,
  };
  const url = path.startsWith('/') ? path : `/api/v1/${path}`;
  const init = { method, headers, ...(body !== undefined && { body }) };
  const send = sender.getStore();
  return send ? send({ path: url, ...init }) : fetchRaw(url, init, options.address);
}

/** A browser that keeps cookies. */
export function browserSession(defaults: Pick<FetchOptions, 'address' | 'headers'> = {}) {
  const cookies = new Map<string, string>();

  function keep(response: Response) {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const split = pair.indexOf('=');
      const name = pair.slice(0, split);
      const gone = attributes.some((attribute) => {
        const [key = '', value = ''] = attribute.split('=');
        if (key.toLowerCase() === 'max-age') return Number(value) <= 0;
        return key.toLowerCase() === 'expires' && Date.parse(value) <= Date.now();
      });
      if (gone) cookies.delete(name);
      else cookies.set(name, pair.slice(split + 1));
    }
    return response;
  }

  const session = {
    cookies,
    /** The Cookie header that the next request sends. */
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    /** Sends one request without following redirects. */
    async fetch(path: string, options: PageOptions = {}): Promise<Response> {
      const headers = { ...defaults.headers, ...options.headers };
      return keep(await fetchPage(path, { ...defaults, cookie: session.cookie, ...options, headers }));
    },
    /** Sends a request and follows redirects within this site. */
    async visit(path: string, options: PageOptions = {}): Promise<Response & { path: string }> {
      let at = path;
      let response = await session.fetch(at, options);
      for (let hops = 0; hops < 10; hops += 1) {
        const location = response.headers.get('location');
        if (response.status < 300 || response.status > 399 || !location) break;
        const next = new URL(location, new URL(at, env().APP_URL));
        if (next.origin !== env().APP_URL) break;
        at = next.pathname + next.search;
        response = await session.fetch(at);
      }
      return Object.assign(response, { path: at });
    },
  };
  return session;
}
