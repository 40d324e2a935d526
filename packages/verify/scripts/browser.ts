/** Bundles of the package for browsers: a module, and a page that is one file. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { withoutLoaders } from './jsonld.ts';

const source = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));
const text = (name: string) => readFileSync(source(name), 'utf8');

const CONTEXTS = readdirSync(source('contexts'));

/** Reads the contexts while bundling, because a browser has no files. */
const contextsInside: Plugin = {
  name: 'contexts-inside',
  enforce: 'pre',
  transform(code, id) {
    if (id !== source('contexts.ts')) return null;
    const contexts = Object.fromEntries(CONTEXTS.map((name) => [name, JSON.parse(text(`contexts/${name}`))]));
    return code
      .replace(/^import \{ readFileSync \}.*$/m, `const CONTEXT_FILES = ${JSON.stringify(contexts)};`)
      .replace(/JSON\.parse\(readFileSync\(.*\)\);$/m, 'CONTEXT_FILES[name];');
  },
};

/** Each module gets the global `Buffer` of Node from the package buffer. */
const bufferInside: Plugin = {
  name: 'buffer-inside',
  enforce: 'pre',
  transform(code, id) {
    const isOurs = id.startsWith(source('')) && id.endsWith('.ts');
    return isOurs && /\bBuffer\b/.test(code) ? `import { Buffer } from 'buffer/';\n${code}` : null;
  },
};

/** Bundles a file of `src/browser` for browsers. @returns its code */
export async function bundleForBrowser(
  entry: string,
  format: 'es' | 'iife',
  plugins: Plugin[] = [],
): Promise<string> {
  const result = await build({
    configFile: false,
    root: source('..'),
    logLevel: 'warn',
    mode: 'production',
    plugins: [withoutLoaders, contextsInside, bufferInside, ...plugins],
    resolve: {
      alias: {
        'node:crypto': source('browser/node-crypto.ts'),
        'node:zlib': source('browser/node-zlib.ts'),
      },
    },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2022',
      rollupOptions: { output: { codeSplitting: false } },
      lib: { entry: source(`browser/${entry}`), formats: [format], name: 'certrace' },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  const [chunk] = outputs.filter((output) => output.type === 'chunk');
  if (!chunk || outputs.some((output) => output.type === 'chunk' && output !== chunk)) {
    throw new Error(`${entry} was not bundled into one file`);
  }
  return chunk.code;
}

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** The page that checks files without any connection: one file, whose policy forbids every request. */
export async function offlinePage(): Promise<string> {
  const bundle = await bundleForBrowser('page.ts', 'iife');
  const script = bundle.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const style = text('browser/page.css');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return text('browser/page.html')
    .replace('POLICY', () => policy)
    .replace('/* STYLE */', () => style)
    .replace('/* SCRIPT */', () => script);
}
