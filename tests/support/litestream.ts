import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The binary of LITESTREAM_BIN or of tests/litestream, or undefined on systems whose binary package-lock.json cannot pin. */
function findLitestream(): string | undefined {
  if (process.env.LITESTREAM_BIN) return process.env.LITESTREAM_BIN;
  try {
    return require.resolve(`@flydotio/litestream-${process.platform}-${process.arch}/litestream`);
  } catch {
    return undefined;
  }
}

export const LITESTREAM = findLitestream();

/** Writes a configuration that replicates into a folder, with the intervals of deploy/litestream.yml. */
export function writeFileReplica(config: string, replica: string) {
  writeFileSync(
    config,
    `dbs:
  - path: \${DATABASE_FILE}
    monitor-interval: 250ms
    replicas:
      - path: ${replica}
        sync-interval: 250ms
`,
  );
}

type Environment = Record<string, string>;

/** Starts Litestream and collects its output. */
export function startLitestream(args: string[], env: Environment) {
  const child = spawn(LITESTREAM ?? '', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    exited,
    said: () => String(Buffer.concat(output)),
  };
}

/** Restores a database from its replica to `target`. */
export async function restoreReplica(config: string, env: Environment, target: string) {
  const run = startLitestream(['restore', '-config', config, '-o', target, env.DATABASE_FILE ?? ''], env);
  return { code: await run.exited, output: run.said() };
}
