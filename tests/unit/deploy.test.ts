import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';

const textOf = (path: string) => readFileSync(path, 'utf8');

/** The instructions of a Dockerfile, without comments and with continued lines joined. */
const instructionsIn = (text: string) =>
  text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);

/** The block of a service in a compose file. */
const serviceIn = (text: string, name: string) =>
  new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(text)?.[1] ?? '';

describe('the image', () => {
  const instructions = instructionsIn(textOf('Dockerfile'));
  const stages = instructions.filter((line) => line.startsWith('FROM '));
  const last = instructions.slice(instructions.lastIndexOf(stages.at(-1) ?? '') + 1);

  it('is built in a stage of its own, and contains only the app folder and what Node needs', () => {
    expect(stages).toHaveLength(2);
    for (const stage of stages) expect(stage).toMatch(/^FROM node:\d+\.\d+\.\d+-slim( AS build)?$/);
    expect(last.filter((line) => /^(?:COPY|ADD) /.test(line))).toEqual(['COPY --from=build /app /app']);
    expect(last.filter((line) => line.startsWith('RUN '))).toEqual([
      'RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*',
      'RUN install -d -o node -g node -m 700 /data /keys /backups',
    ]);
  });

  it('runs as a user who cannot change the program, and writes only to its volumes', () => {
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(last.indexOf('USER node')).toBeGreaterThan(last.indexOf('COPY --from=build /app /app'));
    expect(last).toContain('VOLUME ["/data", "/keys", "/backups"]');
  });

  it('has a health check that fails unless the server responds with 200', async () => {
    const [check = ''] = last.filter((line) => line.startsWith('HEALTHCHECK '));
    const command = JSON.parse(/CMD (\[.*\])$/.exec(check)?.[1] ?? '[]') as string[];
    expect(command).toEqual(['node', '-e', expect.stringContaining('http://127.0.0.1:3000/healthz')]);
    const asked: string[] = [];
    let status = 200;
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const script = command[2]?.replace(':3000', `:${(server.address() as AddressInfo).port}`) ?? '';
    const codeOf = async () => (await once(spawn(process.execPath, ['-e', script]), 'exit'))[0];
    expect(await codeOf()).toBe(0);
    status = 503;
    expect(await codeOf()).toBe(1);
    server.close();
    await once(server, 'close');
    expect(await codeOf()).toBe(1);
    expect(asked).toEqual(['/healthz', '/healthz']);
  });
});

describe('deploy/compose.yaml', () => {
  const text = textOf('deploy/compose.yaml');

  it.each(['certrace', 'caddy', 'litestream'])(
    'runs %s with a read-only root and no capabilities',
    (name) => {
      const service = serviceIn(text, name);
      expect(service).toMatch(/^ {4}read_only: true$/m);
      expect(service).toMatch(/^ {4}cap_drop: \[ALL\]$/m);
      expect(service).toMatch(/^ {4}restart: unless-stopped$/m);
    },
  );

  it('opens only the ports of the proxy', () => {
    expect(serviceIn(text, 'certrace')).not.toMatch(/^ {4}ports:/m);
    expect(serviceIn(text, 'certrace')).toMatch(/^ {4}security_opt: \['no-new-privileges:true'\]$/m);
    expect(serviceIn(text, 'caddy')).toContain("ports: ['80:80', '443:443', '443:443/udp']");
  });

  it('gives the server more time to stop than the 10 seconds that it needs', () => {
    const seconds = /stop_grace_period: (\d+)s/.exec(serviceIn(text, 'certrace'))?.[1];
    expect(Number(seconds)).toBeGreaterThan(10);
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.info('systemd-analyze is missing, so the exposure of the units is not measured');

describe.each(['deploy/certrace.service', 'deploy/certrace-litestream.service'])('%s', (path) => {
  const text = textOf(path);

  it('runs as its own user, who can write only to its own folders', () => {
    for (const line of ['User=certrace', 'ProtectSystem=strict', 'NoNewPrivileges=true', 'UMask=0077']) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('writes no core dump, which would contain secrets', () => {
    expect(text.split('\n')).toContain('LimitCORE=0');
  });

  it.skipIf(!hasSystemd)('has an exposure of at most 1.6 of 10 according to systemd', () => {
    const result = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=16', path], {
      encoding: 'utf8',
    });
    expect([result.status, result.stdout.trim().split('\n').at(-1)]).toEqual([
      0,
      expect.stringContaining('Overall exposure level'),
    ]);
  });
});

it('the proxies serve no metrics', () => {
  expect(textOf('deploy/Caddyfile')).toMatch(/@inside path \/metrics\n\s*respond @inside 404/);
  expect(textOf('deploy/nginx.conf')).toMatch(/location = \/metrics \{\n\s*return 404;/);
});

it('an old version of Node gets one line that says what the program needs', () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '20.19.0' });";
  const check = `${old} require('./scripts/require-node.cjs')`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', check], { encoding: 'utf8' });
  expect(stderr).toMatch(/^Certrace runs on Node 24\.2 or newer, and this is Node 20\.19\.0 \(.+\)\n$/);
  expect(status).toBe(1);
  // Versions that cannot read TypeScript end with a stack before any file of ours runs, except for npm's check.
  const preload = `data:text/javascript,${encodeURIComponent(old.replace('20.19.0', '24.1.0'))}`;
  const server = spawnSync(process.execPath, ['--import', preload, 'server.ts', '--help'], {
    encoding: 'utf8',
  });
  expect(server.stderr).toMatch(/^Certrace runs on Node 24\.2 or newer, and this is Node 24\.1\.0 \(.+\)\n$/);
  expect(server.status).toBe(1);
  expect(textOf('deploy/certrace.service')).toContain('ExecStartPre=/usr/bin/node scripts/require-node.cjs');
  expect(spawnSync(process.execPath, ['scripts/require-node.cjs']).status).toBe(0);
});

it('every command for operating, run by npm, checks the version of Node first', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const operating = Object.keys(scripts).filter((name) =>
    /run(?:Command|OnDatabase)\(|serve\(\)/.test(
      textOf(/^node (\S+\.ts)$/.exec(scripts[name] ?? '')?.[1] ?? 'package.json'),
    ),
  );
  expect(operating).toEqual(expect.arrayContaining(['start', 'backup', 'restore', 'fsck']));
  for (const name of operating) expect([name, scripts[`pre${name}`]]).toEqual([name, scripts.prestart]);
});

it('the proxies take the largest ZIP of photographs, of 4 GiB', () => {
  expect(textOf('deploy/Caddyfile')).toMatch(/max_size 4200MiB/);
  expect(textOf('deploy/nginx.conf')).toMatch(/client_max_body_size 4200m;/);
});

it('the logs of Caddy have neither queries, headers nor the tokens of mailed links', () => {
  const text = textOf('deploy/Caddyfile');
  const [top = '', site = ''] = text.split('{$SITE_NAME}');
  // The filter is that of the default logger, because errors of the proxy name the request, too.
  const filter =
    /log \{\n\s*format filter \{\n\s*wrap json\n\s*fields \{\n([\s\S]*?)\n\t{3}\}/.exec(top)?.[1] ?? '';
  expect(filter).toMatch(/request>headers delete\n\s*resp_headers delete$/);
  expect(site).toMatch(/^\tlog$/m);
  const [, pattern = 'none', replacement = ''] = /request>uri regexp "(.*)" "(.*)"$/m.exec(filter) ?? [];
  const logged = (uri: string) => uri.replace(new RegExp(pattern, 'g'), replacement);
  const token = 'a1B2_'.repeat(9);
  const id = '0199c3de-7b21-7a54-9b7e-2f6f3b1c9d10';
  expect(
    [
      `/reset-password/${token}?x=1`,
      `/holder/${token}.data`,
      `/%68older/%61${token.slice(1)}`,
      '/faq?email=a@b.example',
      `/course/${id}`,
    ].map(logged),
  ).toEqual([
    '/reset-password/[redacted]',
    '/holder/[redacted]',
    '/%68older/[redacted]',
    '/faq[redacted]',
    `/course/${id}`,
  ]);
});
