import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite, placesIn, temporaryFolders } from '#tests/support/backups.ts';
import { makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';

/** Limit of the layer that the Dockerfile adds to Node's image. */
const MOST_BYTES = 250e6;
const folders = temporaryFolders();
afterAll(folders.removeAll);

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

const app = join(folders.make(), 'app');
/** An environment without the developer's variables, as in a container. */
const bare = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' };

type Entry = { path: string; bytes: number; changedAt: number };
const filesIn = (folder: string): Entry[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const { size, mtimeMs } = statSync(path);
      return { path, bytes: size, changedAt: mtimeMs };
    });

beforeAll(() => {
  // Without NODE_ENV, as in the build stage of the image: with it, npm would omit development packages by itself.
  const { NODE_ENV: _, ...env } = bare;
  const made = spawnSync('sh', ['deploy/make-app.sh', app], { encoding: 'utf8', env });
  expect(made.stderr.replaceAll(/^npm warn.*\n/gm, '') + made.status).toBe('0');
}, 300_000);

it('the app folder has no development packages and less than 250 MB', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  expect(dockerfile).toContain(
    'RUN npm ci --no-audit --no-fund && npm run build && sh deploy/make-app.sh /app',
  );
  expect(dockerfile).toContain('CMD ["node", "server.ts"]');
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(dockerfile).toContain(`FROM node:${devDependencies.node}-slim`);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true }>;
  };
  // A package that a production package needs, too, has neither mark.
  const onlyForDevelopment = Object.keys(devDependencies).filter((name) => {
    const { dev, devOptional } = packages[`node_modules/${name}`] ?? {};
    return dev || devOptional;
  });
  expect(onlyForDevelopment.length).toBeGreaterThan(20);
  const installed = onlyForDevelopment.filter((name) => existsSync(join(app, 'node_modules', name)));
  expect(installed.filter((name) => !name.startsWith('@types/'))).toEqual([]);
  const bytes = filesIn(app).reduce((sum, file) => sum + file.bytes, 0);
  console.info(`the app layer has ${Math.round(bytes / 1e6)} MB`);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

it('the server in it serves pages, files and the API, and writes nothing into the folder', async () => {
  const home = folders.make();
  openSite(home);
  const issuer: Person = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer);
  const before = filesIn(app).map(({ path, changedAt }) => `${path} ${changedAt}`);
  const child = spawn(process.execPath, ['server.ts'], {
    cwd: app,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...bare, ...placesIn(home), PORT: '0', HOST: '127.0.0.1', SESSION_SECRET: 'x'.repeat(40) },
  });
  running.add(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let port = 0;
  while (port === 0) {
    const { value, done } = await lines.next();
    if (done) throw new Error('The server did not start');
    const line = JSON.parse(value) as { msg: string; port: number };
    if (line.msg === 'listening') port = line.port;
  }
  const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
  expect((await get('/readyz')).status).toBe(200);
  const host = { host: `localhost:${port}` };
  expect((await get('/faq', host)).status).toBe(200);
  const bearer = { ...host, authorization: `Bearer ${issuer.token}` };
  for (const [kind, start] of [
    ['pdf', '%PDF'],
    ['png', '\x89PNG'],
  ]) {
    const file = Buffer.from(await (await get(`/certificates/${uniqueId}.${kind}`, bearer)).arrayBuffer());
    expect(file.subarray(0, 4).toString('latin1')).toBe(start);
  }

  const command = (name: string, ...args: string[]) =>
    spawnSync(process.execPath, [`scripts/${name}.ts`, ...args], {
      cwd: app,
      encoding: 'utf8',
      env: {
        ...bare,
        ...placesIn(home),
        SUPERADMIN_PASSWORD_1: 'lantern-orchard-71',
        SUPERADMIN_PASSWORD_2: 'granite-harbour-38',
      },
    });
  const ran = [
    command('backup', join(home, 'site.tar')),
    command('fsck'),
    command('superadmin-create', '--id', 'registrar'),
  ];
  // fsck reports its progress on standard error.
  expect(ran.map(({ status, stderr }) => `${status} ${stderr.replace(/^contents: .* read\n$/, '')}`)).toEqual(
    ['0 ', '0 ', '0 '],
  );

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(filesIn(app).map(({ path, changedAt }) => `${path} ${changedAt}`)).toEqual(before);
});
