/**
 * Switches package.json between the sources and the built files, which `npm pack` ships. npm has no option for that.
 * Usage: node scripts/manifest.ts packed|source
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../package.json', import.meta.url);

const EXPORTS = {
  source: './src/index.ts',
  packed: { types: './dist/types/index.d.ts', default: './dist/index.js' },
};

const which = process.argv[2];
if (which !== 'packed' && which !== 'source')
  throw new Error('Usage: node scripts/manifest.ts packed|source');
const manifest = JSON.parse(readFileSync(FILE, 'utf8'));
writeFileSync(FILE, `${JSON.stringify({ ...manifest, exports: EXPORTS[which] }, null, 2)}\n`);
