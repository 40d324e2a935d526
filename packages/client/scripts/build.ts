/** Builds the package into dist: JavaScript and its types. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const folder = fileURLToPath(new URL('../', import.meta.url));
const dist = join(folder, 'dist');

await build({
  configFile: false,
  root: folder,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: dist,
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: { index: join(folder, 'src/index.ts') },
      output: { entryFileNames: '[name].js' },
    },
  },
});
const compiler = join(folder, '../../node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.types.json')], { stdio: 'inherit' });
// The compiler keeps the extensions of imports.
for (const name of readdirSync(join(dist, 'types'), { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const path = join(dist, 'types', name);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(['"]\.{1,2}\/[\w/-]+)\.ts(?=['"])/g, '$1.js'));
}
