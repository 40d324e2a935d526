import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { acceptedEncodings, type Encoding } from './compress.server.ts';

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.otf': 'font/otf',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

type StaticFile = {
  type: string;
  etag: string;
  immutable: boolean;
  bodies: Map<Encoding | 'identity', Buffer<ArrayBuffer>>;
};

/**
 * Reads every file of a folder once. A path outside of it cannot be asked for, since only what was listed
 * is served; the site's files are small enough to stay in memory.
 */
function readFolder(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const listed = new Set(names);
  for (const name of names) {
    const path = join(folder, name);
    const source = /\.(?:br|gz)$/.test(name) ? name.replace(/\.\w+$/, '') : undefined;
    const hidden = /(?:^|[\\/])\./.test(name);
    if (hidden || (source && listed.has(source)) || !statSync(path).isFile()) continue;
    const identity = readFileSync(path);
    const bodies: StaticFile['bodies'] = new Map([['identity', identity]]);
    for (const [encoding, suffix] of Object.entries(SUFFIXES) as [Encoding, string][]) {
      if (listed.has(name + suffix)) bodies.set(encoding, readFileSync(path + suffix));
    }
    const urlPath = `/${name.replaceAll('\\', '/')}`;
    files.set(urlPath, {
      type: TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream',
      etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
      immutable: urlPath.startsWith('/assets/'),
      bodies,
    });
  }
  return files;
}

/**
 * Serves the files of the built site: those under /assets/ carry their hash in their name and are cached for
 * good, the others for an hour. Returns null for what is not one of them.
 */
export function staticFiles(folder: string) {
  const files = readFolder(folder);
  return (request: Request, pathname: string): Response | null => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const file = files.get(pathname);
    if (!file) return null;
    const encoding =
      acceptedEncodings(request.headers.get('accept-encoding')).find((name) => file.bodies.has(name)) ??
      'identity';
    const body = file.bodies.get(encoding) ?? Buffer.alloc(0);
    const etag = encoding === 'identity' ? `"${file.etag}"` : `"${file.etag}-${encoding}"`;
    const headers = new Headers({
      'Content-Type': file.type,
      'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ETag: etag,
    });
    if (file.bodies.size > 1) headers.set('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
    const known = request.headers
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(etag) || known?.includes('*')) return new Response(null, { status: 304, headers });
    headers.set('Content-Length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : body, { headers });
  };
}
