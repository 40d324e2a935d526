/** Compresses the built site's text files at the best quality, so that the server never has to. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const FOLDER = 'build/client';
const TEXT = /\.(?:css|html|js|json|map|svg|txt|ttf|otf|webmanifest|xml)$/;
const MINIMUM_BYTES = 512;

for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
  if (!TEXT.test(name)) continue;
  const path = join(FOLDER, name);
  const content = readFileSync(path);
  if (content.byteLength < MINIMUM_BYTES) continue;
  const variants = {
    '.br': brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength },
    }),
    '.gz': gzipSync(content, { level: 9 }),
  };
  for (const [suffix, compressed] of Object.entries(variants)) {
    if (compressed.byteLength < content.byteLength * 0.95) writeFileSync(path + suffix, compressed);
  }
}
