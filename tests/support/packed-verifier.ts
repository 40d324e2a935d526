import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** npm must neither ask the registry nor look for news. */
const OFFLINE = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier'];

/**
 * Packs a copy of packages/verify, so that no other test meets its package.json while it is being packed, and installs it into an
 * empty folder.
 * @param folder an empty folder
 * @returns the folder with the installed package, and the names of the packed files
 */
export function installPackedVerifier(folder: string): { consumer: string; packed: string[] } {
  const [source, consumer] = [join(folder, 'source/packages/verify'), join(folder, 'consumer')];
  cpSync('packages/verify', source, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  cpSync('tsconfig.json', join(folder, 'source/tsconfig.json'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'source/node_modules'));
  const env = { ...process.env, npm_config_cache: join(folder, 'cache') };
  const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, env, stdio: 'pipe' });
  npm(source, 'pack', '--pack-destination', folder, ...OFFLINE);
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (archive === undefined) throw new Error('npm pack wrote no archive');
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{"type": "module"}');
  npm(consumer, 'install', join(folder, archive), ...OFFLINE);
  const packed = readdirSync(join(consumer, 'node_modules/@certrace/verify'), {
    recursive: true,
    encoding: 'utf8',
  });
  return { consumer, packed };
}
