/**
 * Switches package.json between the sources, which the server and the tests import without a build, and the built files, which
 * `npm pack` ships. npm has no option for that. Usage: node scripts/manifest.ts packed|source
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../package.json', import.meta.url);

const ENTRIES = {
  source: { exports: './src/index.ts', bin: { 'certrace-verify': './src/cli.ts' } },
  packed: {
    exports: {
      '.': { types: './dist/types/index.d.ts', default: './dist/index.js' },
      './browser': { types: './dist/types/browser/index.d.ts', default: './dist/browser.js' },
    },
    bin: { 'certrace-verify': './dist/cli.js' },
  },
};

const which = process.argv[2];
if (which !== 'packed' && which !== 'source')
  throw new Error('Usage: node scripts/manifest.ts packed|source');
const manifest = JSON.parse(readFileSync(FILE, 'utf8'));
// The built files contain what they need of jsonld.
const dependencies = which === 'packed' ? {} : { jsonld: '9.0.0' };
writeFileSync(FILE, `${JSON.stringify({ ...manifest, ...ENTRIES[which], dependencies }, null, 2)}\n`);
