/** Builds the command into dist. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const folder = fileURLToPath(new URL('../', import.meta.url));

await build({
  configFile: false,
  root: folder,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: join(folder, 'dist'),
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      external: [/^@certrace\//],
      input: { cli: join(folder, 'src/cli.ts') },
      output: { entryFileNames: '[name].js' },
    },
  },
});
