/**
 * A bare node:http server that renders one page with React for every request, and reads the page's data only once. bench/pages.ts
 * compares the complete server with it.
 */
import { createServer } from 'node:http';
import { constants, createBrotliCompress } from 'node:zlib';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type ServerBuild, ServerRouter } from 'react-router';
import { env, loadEnvironment } from '#app/config/env.server.ts';
import { createHandler } from '#app/server/handler.server.ts';
import { openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';

const { BENCH_PATH = '/', BENCH_COOKIE = '' } = process.env;
loadEnvironment({});
openDatabase(env().DATABASE_FILE);
migrateDatabase();
const built = new URL('../build/server/index.js', import.meta.url).href;
const build = (await import(built)) as ServerBuild;

let tree: EntryContext | undefined;
/** Replaces the product's rendering for one request, to capture the tree that it would render. */
const capture = (_request: Request, _status: number, _headers: Headers, context: EntryContext) => {
  tree = { ...context, serverHandoffStream: undefined };
  return new Response();
};
const entry = { ...build.entry, module: { ...build.entry.module, default: capture as never } };
const url = `http://127.0.0.1:${env().PORT}${BENCH_PATH}`;
await createHandler({ ...build, entry })(
  new Request(url, { headers: { cookie: BENCH_COOKIE, host: new URL(url).host } }),
  { address: '127.0.0.1' } as never,
);
if (!tree) throw new Error(`${BENCH_PATH} was not rendered`);
const context = tree;

createServer((request, response) => {
  if (request.url === '/healthz') {
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  const { pipe } = renderToPipeableStream(createElement(ServerRouter, { context, url }), {
    onShellReady() {
      if (request.headers['accept-encoding'] !== 'br') {
        pipe(response);
        return;
      }
      response.setHeader('Content-Encoding', 'br');
      const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });
      brotli.pipe(response);
      pipe(brotli);
    },
  });
}).listen(env().PORT, env().HOST);
