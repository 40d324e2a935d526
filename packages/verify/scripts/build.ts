/** Builds the package into dist: JavaScript that needs no other package, and its types. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { bundleForBrowser, offlinePage } from './browser.ts';
import { withoutLoaders } from './jsonld.ts';

const folder = fileURLToPath(new URL('../', import.meta.url));
const dist = join(folder, 'dist');

/** Writes the licences of the packages that the built files contain. */
const licences: Plugin = {
  name: 'licences',
  generateBundle(_, files) {
    const ids = Object.values(files).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const folders = ids.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace('\0', ''))?.[0]);
    const texts = [...new Set(folders)]
      .filter((path) => path !== undefined)
      .map((path) => {
        const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
        const licence = readdirSync(path).find((file) => /^licen[cs]e/i.test(file));
        if (licence === undefined) throw new Error(`${name} has no licence`);
        return `${name} ${version}\n\n${readFileSync(join(path, licence), 'utf8')}`;
      });
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
  },
};

await build({
  configFile: false,
  root: folder,
  logLevel: 'warn',
  plugins: [withoutLoaders, licences],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: dist,
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: { index: join(folder, 'src/index.ts'), cli: join(folder, 'src/cli.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
writeFileSync(join(dist, 'browser.js'), await bundleForBrowser('index.ts', 'es'));
writeFileSync(join(dist, 'offline.html'), await offlinePage());
cpSync(join(folder, 'src/contexts'), join(dist, 'contexts'), { recursive: true });
const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.types.json')], { stdio: 'inherit' });
// The compiler keeps the extensions of imports.
for (const name of readdirSync(join(dist, 'types'), { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const path = join(dist, 'types', name);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(['"]\.{1,2}\/[\w/-]+)\.ts(?=['"])/g, '$1.js'));
}
