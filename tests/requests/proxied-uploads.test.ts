import { readFileSync } from 'node:fs';
import type { ServerBuild } from 'react-router';
import { expect, it } from 'vitest';
import { fullPath, type RouteNeeds } from '#app/server/edge/route-needs.server.ts';

const { routes } = (await import(
  /* @vite-ignore */ new URL('../../build/server/index.js', import.meta.url).href
)) as ServerBuild;

const NGINX = readFileSync('deploy/nginx.conf', 'utf8');
const bytesOf = (text = '') => Number.parseInt(text, 10) * 1_048_576;

it('deploy/nginx.conf streams every upload, and lets every body through that the server takes', () => {
  const [all, streamed] = [...NGINX.matchAll(/client_max_body_size (\d+m);/g)].map(([, size]) =>
    bytesOf(size),
  );
  const [, pattern = ''] = /location ~\* (\S+) \{/.exec(NGINX) ?? [];
  const streams = new RegExp(pattern, 'i');
  const wrong = Object.values(routes).flatMap((route) => {
    if (!route) return [];
    const { upload, body = [] }: RouteNeeds = route.module.handle ?? {};
    const path = `/${fullPath(routes, route.id)}`;
    const most = Math.max(0, ...[upload, ...body].map((limit) => limit?.bytes ?? 0));
    const isStreamed = streams.test(path) && streams.test(`${path}.data`);
    const fits = most <= ((isStreamed ? streamed : all) ?? 0);
    return fits && (isStreamed || !upload) ? [] : [path];
  });
  expect(wrong).toEqual([]);
});
