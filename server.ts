/** `npm start`: migrates the database and serves the built site. `npm run dev` serves the sources. docs/configuration.md lists the variables. */
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';
import { ensureMemorySettings } from '#app/operations/memory-settings.server.ts';
import { startHeartbeat } from '#app/processes/watchdog.server.ts';
import type * as HandlerModule from '#app/server/handler.server.ts';
import type * as ServeModule from '#app/start/serve.server.ts';
import type { Serving } from '#app/start/serve.server.ts';
import { answerHelp } from './scripts/help.ts';

type ServeOptions = {
  /** Runs on the migrated database before requests are served. */
  beforeListening?: () => Promise<void> | void;
  /** Folder of the static files. Tests have one with scripts in another language. */
  staticFolder?: string;
};

/** Whether this process is a worker of serve-with-workers.server.ts. */
const isOurWorker = cluster.isWorker && process.env.WEB_WORKER !== undefined;

// Before everything else is loaded, so that the primary knows that this worker does not hang.
if (isOurWorker) startHeartbeat();

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Serves the built site.
 * @param overrides environment variables that replace those of the process
 * @throws ConfigurationError when the environment is invalid or the site is not built
 */
export async function serve(
  overrides: Record<string, string | undefined> = {},
  { beforeListening, staticFolder = inProject('./build/client') }: ServeOptions = {},
): Promise<Serving> {
  // React selects its production build by NODE_ENV, so set it before importing anything that loads React.
  process.env.NODE_ENV ||= 'production';
  const { loadEnvironment } = await import('#app/config/env.server.ts');
  const { ConfigurationError } = await import('#app/config/variables.ts');
  // Validate the configuration before the imports, which take seconds.
  const { WEB_CONCURRENCY } = loadEnvironment(overrides);
  if (cluster.isWorker && !isOurWorker) {
    throw new ConfigurationError(
      'WEB_CONCURRENCY: sets the number of processes. Start one process, not the cluster mode of a process manager',
    );
  }
  const built = inProject('./build/server/index.js');
  if (!existsSync(built)) {
    throw new ConfigurationError('build/ is missing: run `npm run build` first');
  }
  if (WEB_CONCURRENCY > 1 && cluster.isPrimary) {
    const { serveWithWorkers } = await import('#app/start/serve-with-workers.server.ts');
    return serveWithWorkers({ overrides, script: fileURLToPath(import.meta.url), beforeListening });
  }
  const { serveSite } = await import('#app/start/serve.server.ts');
  const { createHandler } = await import('#app/server/handler.server.ts');
  const build = (await import(built)) as ServerBuild;
  const handler = createHandler(build, { staticFolder });
  return serveSite({ overrides, loadHandler: () => handler, beforeListening });
}

/** Serves the sources through Vite. Vite's module runner loads every module except this file, so that each exists once. */
async function serveDevelopment(): Promise<Serving> {
  process.env.NODE_ENV = 'development';
  const { createServer, isRunnableDevEnvironment } = await import('vite');
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true } });
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment that runs modules');
  const { serveSite } = await ssr.runner.import<typeof ServeModule>('/app/start/serve.server.ts');
  return serveSite({
    overrides: {},
    loadHandler: async () => {
      const build = await ssr.runner.import<ServerBuild>('virtual:react-router/server-build');
      const { createHandler } = await ssr.runner.import<typeof HandlerModule>(
        '/app/server/handler.server.ts',
      );
      return createHandler(build, { development: true });
    },
    before: vite.middlewares,
  });
}

// Node before 24.2 may lack `import.meta.main`, and would end here without a word.
if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  createRequire(import.meta.url)('./scripts/require-node.cjs');
  answerHelp(import.meta.filename);
  const development = process.argv.includes('--dev');
  // Workers inherit the settings of their primary.
  if (!development && cluster.isPrimary) ensureMemorySettings();
  const start = development ? serveDevelopment : () => serve();
  start().catch((error: Error) => {
    const expected = error.name === 'ConfigurationError';
    // The primary reports why its workers cannot start, once.
    if (expected && isOurWorker && process.send) {
      process.send({ certrace: { kind: 'failed', message: error.message } }, () => process.exit(1));
      return;
    }
    console.error(expected ? error.message : error);
    process.exit(1);
  });
}
