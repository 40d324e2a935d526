import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HTTPException } from 'hono/http-exception';
import { getMimeType } from 'hono/utils/mime';
import type { Middleware } from '#app/server/edge/edge.server.ts';
import { noteSharedBody } from '#app/server/sockets/connections.server.ts';
import { acceptedEncodings, type Encoding } from './compress.server.ts';
import { ifNoneMatch } from './page-response.server.ts';

const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

type StaticFile = {
  type: string;
  etag: string;
  immutable: boolean;
  /** The Content-Security-Policy of a page that is one file, from its own meta element. */
  policy: string | undefined;
  bodies: Map<Encoding | 'identity', Buffer<ArrayBuffer>>;
};

/** Reads the start of a page only, because a match keeps the whole text in memory. */
const policyIn = (page: Buffer) =>
  /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page.toString('utf8', 0, 4_096))?.[1];

function readFile(path: string, urlPath: string, suffixes: [Encoding, string][]): StaticFile {
  const identity = readFileSync(path);
  const encoded = suffixes.map(([encoding, suffix]) => [encoding, readFileSync(path + suffix)] as const);
  return {
    type: getMimeType(path) ?? 'application/octet-stream',
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    immutable: urlPath.startsWith('/assets/'),
    policy: path.endsWith('.html') ? policyIn(identity) : undefined,
    bodies: new Map<Encoding | 'identity', Buffer<ArrayBuffer>>([['identity', identity], ...encoded]),
  };
}

/** Scripts in a language other than English, of which most sites' readers use few. */
const TRANSLATED = /^\/assets\/[^/]+\//;

/**
 * Reads all files of a folder into memory once, and scripts of other languages at their first use; they are small. Only these files
 * are served, so no path can lead outside the folder.
 * @returns functions that return the files, by their path in a URL
 */
function readFolder(folder: string): Map<string, () => StaticFile> {
  const files = new Map<string, () => StaticFile>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const listed = new Set(names);
  for (const name of names) {
    const path = join(folder, name);
    const source = /\.(?:br|gz)$/.test(name) ? name.replace(/\.\w+$/, '') : undefined;
    const hidden = /(?:^|[\\/])\./.test(name);
    if (hidden || (source && listed.has(source)) || !statSync(path).isFile()) continue;
    const suffixes = (Object.entries(SUFFIXES) as [Encoding, string][]).filter(([, suffix]) =>
      listed.has(name + suffix),
    );
    const urlPath = `/${name.replaceAll('\\', '/')}`;
    let file: StaticFile | undefined;
    const read = () => {
      file ??= readFile(path, urlPath, suffixes);
      return file;
    };
    if (!TRANSLATED.test(urlPath)) read();
    files.set(urlPath, read);
  }
  return files;
}

/**
 * Serves the built site's files. Files under /assets/ have a hash in their name and are cached for a year, others for an hour.
 * Not Hono's serve-static, which reads the disk for each request and sends no ETag.
 */
export function staticFiles(folder: string): Middleware {
  const files = readFolder(folder);
  return (c, next) => {
    const { pathname } = c.env.kind;
    const { method, headers } = c.req.raw;
    const file = method === 'GET' || method === 'HEAD' ? files.get(pathname) : undefined;
    if (file || pathname.startsWith('/assets/')) c.env.matched.route = 'static';
    if (file) {
      noteSharedBody(c.env.outgoing);
      return Promise.resolve(serve(file(), headers));
    }
    if (pathname.startsWith('/assets/')) throw new HTTPException(404);
    return next();
  };
}

function serve(file: StaticFile, asked: Headers): Response {
  const encoding =
    acceptedEncodings(asked.get('accept-encoding')).find((name) => file.bodies.has(name)) ?? 'identity';
  const body = file.bodies.get(encoding) ?? Buffer.alloc(0);
  const etag = encoding === 'identity' ? `"${file.etag}"` : `"${file.etag}-${encoding}"`;
  const headers: Record<string, string> = {
    'Content-Type': file.type,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    ETag: etag,
    ...(file.policy && { 'Content-Security-Policy': `${file.policy}; frame-ancestors 'none'` }),
    ...(file.bodies.size > 1 && { Vary: 'Accept-Encoding' }),
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  };
  if (ifNoneMatch(asked.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  headers['Content-Length'] = String(body.byteLength);
  return new Response(body, { headers });
}
