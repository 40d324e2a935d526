import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** npm must neither ask the registry nor look for news. */
const OFFLINE = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier'];

const npm = (cwd: string, args: string[], env: NodeJS.ProcessEnv = process.env) =>
  execFileSync('npm', [...args, ...OFFLINE], {
    cwd,
    env: { ...env, npm_config_cache: join(cwd, 'npm-cache') },
    stdio: 'pipe',
  });

/**
 * Packs a copy of one of the packages, so that no other test meets its package.json while it is being packed.
 * @param folder an empty folder, or one with other packed packages
 * @returns the path of the archive
 */
export function packPackage(name: 'verify' | 'client' | 'cli', folder: string): string {
  const root = join(folder, 'source');
  const source = join(root, 'packages', name);
  cpSync(join('packages', name), source, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  if (!existsSync(join(root, 'tsconfig.json'))) {
    cpSync('tsconfig.json', join(root, 'tsconfig.json'));
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  }
  npm(source, ['pack', '--pack-destination', folder]);
  const archive = readdirSync(folder).find((file) => file.startsWith(`certrace-${name}-`));
  if (archive === undefined) throw new Error('npm pack wrote no archive');
  return join(folder, archive);
}

/**
 * Installs a packed verifier into a new folder.
 * @param env decides which Node npm runs on
 */
export function installArchive(archive: string, consumer: string, env?: NodeJS.ProcessEnv) {
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{"type": "module"}');
  npm(consumer, ['install', archive], env);
}

/**
 * Packs the verifier and installs it into an empty folder.
 * @returns the folder with the installed package, and the names of the packed files
 */
export function installPackedVerifier(folder: string): { consumer: string; packed: string[] } {
  const consumer = join(folder, 'consumer');
  installArchive(packPackage('verify', folder), consumer);
  const packed = readdirSync(join(consumer, 'node_modules/@certrace/verify'), {
    recursive: true,
    encoding: 'utf8',
  });
  return { consumer, packed };
}
