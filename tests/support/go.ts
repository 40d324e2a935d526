import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's golang-golang-x-mod-dev installs the packages here. */
const GO_PATH = '/usr/share/gocode';

/** Whether Go and its sumdb packages are installed. Says so if they are not, because tests are skipped then. */
export function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    if (existsSync(join(GO_PATH, 'src/golang.org/x/mod/sumdb/tlog'))) return true;
  } catch {
    // It is not installed.
  }
  process.stdout.write('skipped: Go (golang-go, golang-golang-x-mod-dev) is not installed\n');
  return false;
}

/** The environment of Go commands that use these packages. @param folder for Go's cache */
export const goEnvironment = (folder: string) => ({
  ...process.env,
  GO111MODULE: 'off',
  GOPATH: GO_PATH,
  GOFLAGS: '',
  GOCACHE: join(folder, 'cache'),
});
