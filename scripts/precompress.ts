/** Compresses the built site's text files at the best quality, so that the server never has to. Uses all cores. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const FOLDER = 'build/client';
const TEXT = /\.(?:css|html|js|json|map|svg|txt|ttf|otf|webmanifest|xml)$/;
const MINIMUM_BYTES = 512;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function compressFile(path: string) {
  const content = readFileSync(path);
  if (content.byteLength < MINIMUM_BYTES) return;
  const variants = {
    '.br': await brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength } }),
    '.gz': await gzipped(content, { level: 9 }),
  };
  for (const [suffix, compressed] of Object.entries(variants)) {
    if (compressed.byteLength < content.byteLength * 0.95) writeFileSync(path + suffix, compressed);
  }
}

const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
await Promise.all(names.map((name) => compressFile(join(FOLDER, name))));
