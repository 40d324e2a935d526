import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAST_START } from '#tests/support/server.ts';
import { siteOfIssuer } from '#tests/support/site-of-issuer.ts';

const folder = mkdtempSync(join(tmpdir(), 'certrace-command-'));
let site: Awaited<ReturnType<typeof siteOfIssuer>>;
let token: string;

beforeAll(async () => {
  site = await siteOfIssuer();
  token = site.token;
});

afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const command = join(process.cwd(), 'packages/cli/src/cli.ts');

type Env = Record<string, string | undefined>;

/** Runs a program. Returns its exit code and what it printed. */
async function outputOf(program: string, args: string[], env: Env = {}, input = '', cwd = process.cwd()) {
  const child = spawn(program, args, { cwd, env });
  const [out, errors]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code: code as number, out: out.join('').trim(), errors: errors.join('').trim() };
}

type Options = { login?: boolean; input?: string; env?: Env };

/** Runs the command in another folder. */
const certrace = (args: string[], { login = true, input = '', env = {} }: Options = {}) =>
  outputOf(
    process.execPath,
    [...FAST_START.options, command, ...args],
    {
      ...FAST_START.env,
      XDG_CONFIG_HOME: join(folder, 'config'),
      ...(login && { CERTRACE_URL: site.url, CERTRACE_TOKEN: token }),
      ...env,
    },
    input,
    folder,
  );

const STUDENT = ['--email', 'ingrid@students.example', '--name', 'Ingrid Sørensen'];

it('teaches how to use it', async () => {
  const help = await certrace(['--help']);
  expect(help.code).toBe(0);
  for (const name of ['login', 'issue', 'batch', 'verify', 'download', 'events', 'completion']) {
    expect(help.out).toContain(`certrace ${name}`);
  }
  const own = await certrace(['issue', '--help']);
  expect([own.code, own.out.startsWith('Usage: certrace issue')]).toEqual([0, true]);
  expect(own.out).toContain('Example:');
  expect((await certrace([])).code).toBe(2);
  expect(await certrace(['isue'])).toMatchObject({ code: 2, errors: expect.stringContaining('isue') });
  expect(await certrace(['issue', '--emial', 'x'])).toMatchObject({ code: 2 });
  expect(await certrace(['issue'])).toMatchObject({ code: 2, errors: '--email is missing.' });
});

it('keeps a login in a file for this user alone, and works with it as the README says', async () => {
  expect(await certrace(['issue', ...STUDENT, '--course', 'Go'], { login: false })).toMatchObject({
    code: 2,
  });
  const wrong = await certrace(['login', '--url', site.url, '--token', 'wrong'], { login: false });
  expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('unauthenticated') });
  const readme = readFileSync('packages/cli/README.md', 'utf8');
  const run = async (name: string, env: Record<string, string> = {}) => {
    const line = new RegExp(`^npx certrace ${name} .*$`, 'm').exec(readme)?.[0] ?? 'false';
    return await outputOf('bash', ['-c', line], {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      ...env,
    });
  };
  const login = await run('login', { CERTRACE_URL: site.url, CERTRACE_TOKEN: token });
  expect(login).toEqual({ code: 0, out: `You are logged in to ${site.url}.`, errors: '' });
  const kept = join(folder, 'config/certrace/settings.json');
  expect((statSync(kept).mode & 0o777).toString(8)).toBe('600');
  const { code, out } = await run('issue');
  expect([code, out]).toEqual([0, expect.stringMatching(/^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$/)]);
});

it('reads a token from standard input, which no list of processes shows', async () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'other') };
  const done = await certrace(['login', '--url', site.url, '--json'], {
    login: false,
    input: `${token}\n`,
    env,
  });
  expect([done.code, JSON.parse(done.out)]).toEqual([0, { url: site.url }]);
});

it('tells what the site refused, by field and as JSON', async () => {
  const args = ['issue', '--email', 'nobody', '--name', 'Ada', '--course', 'Go'];
  const refused = await certrace(args);
  expect(refused).toMatchObject({ code: 1, out: '', errors: expect.stringContaining('studentEmail: ') });
  const json = await certrace([...args, '--json']);
  expect(JSON.parse(json.errors)).toMatchObject({ success: false, code: 'invalid', errors: {} });
  expect(await certrace(['login', '--url', 'certs', '--token', 't'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('--url'),
  });
  const gone = await certrace(['events'], { env: { CERTRACE_URL: 'http://127.0.0.1:1' } });
  expect([gone.code, gone.errors]).toEqual([3, 'The site did not answer.']);
});

it('notices a connection that is lost within the answer', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 600\r\n\r\n';
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(`${head}{"suc`)).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const env = { CERTRACE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  for (const args of [['events'], ['download', '7K3M-9QZX-2HVB-4TND']]) {
    const lost = await certrace(args, { env });
    expect([lost.code, lost.errors]).toEqual([3, 'The site did not answer.']);
  }
  server.close();
});

/** A site that answers everything the same way. @returns its address and the Authorization headers that it got */
async function strangeSite(status: number, body: unknown) {
  const seen: (string | undefined)[] = [];
  const server = createHttpServer(({ headers }, response) => {
    seen.push(headers.authorization);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, stop: () => server.close() };
}

it('shows control characters of a site as escapes, as text and as JSON', async () => {
  const evil = '\u001b]0;owned\u0007\u202egnp.exe\u009b2J\nfake line';
  const site = await strangeSite(409, {
    success: false,
    message: evil,
    code: evil,
    errors: { [evil]: [evil] },
  });
  const env = { CERTRACE_URL: site.url, CERTRACE_TOKEN: 'x' };
  const issue = ['issue', '--email', 'a@b.example', '--name', 'Ada', '--course', 'Go'];
  const [text, json] = [await certrace(issue, { env }), await certrace([...issue, '--json'], { env })];
  site.stop();
  for (const { errors } of [text, json]) expect(errors.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  expect([text.errors.split('\n').length, JSON.parse(json.errors).message]).toEqual([2, evil]);
  const made = await strangeSite(201, { success: true, certificate: { uniqueId: evil } });
  const printed = await certrace(issue, { env: { ...env, CERTRACE_URL: made.url } });
  made.stop();
  expect(printed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\\u\{1b\}[^\p{Cc}\u202e]*$/u),
  });
});

it('sends a kept token to the site that gave it alone, over https or within this machine', async () => {
  const other = await strangeSite(200, { success: true, events: [], nextCursor: null });
  const env = { XDG_CONFIG_HOME: join(folder, 'kept') };
  await certrace(['login', '--url', site.url], { login: false, input: `${token}\n`, env });
  expect((await certrace(['events'], { login: false, env })).code).toBe(0);
  const elsewhere = await certrace(['events'], { login: false, env: { ...env, CERTRACE_URL: other.url } });
  const forEnv = { CERTRACE_URL: site.url, CERTRACE_TOKEN: token };
  const logIn = await certrace(['login', '--url', other.url], { login: false, env: { ...env, ...forEnv } });
  other.stop();
  expect([elsewhere.code, logIn.code, other.seen]).toEqual([2, 2, []]);
  expect(elsewhere.errors).toContain(`There is no login to ${other.url} yet.`);
  for (const url of ['http://certs.example.org', 'http://127.0.0.1.example.org', 'ftp://localhost', '//x']) {
    const login = await certrace(['login', '--url', url, '--token', 't'], { login: false });
    const events = await certrace(['events'], { env: { CERTRACE_URL: url } });
    expect([url, login.code, events.code]).toEqual([url, 2, 2]);
  }
});

it('names a file after an ID alone', async () => {
  for (const id of ['../../evil', '/etc/passwd', '7K3M-9QZX-2HVB-4TND/..', '-', '']) {
    const refused = await certrace(['download', id, '--format', 'json']);
    expect([id, refused.code]).toEqual([id, 2]);
  }
});

it('issues a batch, downloads a file, checks it offline and reads the events', async () => {
  const csv = join(folder, 'graduates.csv');
  const rows = [1, 2, 3].map((n) => `Student ${n},student${n}@students.example,SQL,2026-02-28`);
  writeFileSync(csv, ['studentName,studentEmail,courseName,issueDate', ...rows].join('\n'));
  const batch = await certrace(['batch', csv, '--json']);
  expect([batch.code, JSON.parse(batch.out)]).toMatchObject([0, { status: 'done', issued: 3, failed: 0 }]);
  const again = await certrace(['batch', csv]);
  expect([again.code, again.out]).toEqual([1, '']);
  expect(again.errors).toMatch(/^line 2: \w+: /m);
  writeFileSync(csv, readFileSync(csv, 'utf8').replaceAll('SQL', 'HTML'));
  const shown = await certrace(['batch', csv]);
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('3 certificates were issued') });
  expect(shown.errors.split('\n').at(-1)).toBe('3 of 3 issued');

  const issued = JSON.parse((await certrace(['issue', ...STUDENT, '--course', 'Rust', '--json'])).out);
  const file = join(folder, 'rust.json');
  const saved = await certrace(['download', issued.uniqueId, '--format', 'json', '--output', file]);
  expect([saved.code, saved.out]).toEqual([0, file]);
  const missing = await certrace(['download', '0000-0000-0000-0000']);
  expect([missing.code, missing.errors]).toEqual([1, expect.not.stringContaining('internal')]);
  const did = JSON.parse(readFileSync(file, 'utf8')).issuer.id;
  expect((await certrace(['verify', file, '--did', did, '--accept-unknown-revocation'])).out).toMatch(
    /genuine|unknown/,
  );
  const forged = readFileSync(file, 'utf8').replace('Rust', 'Rest');
  writeFileSync(file, forged);
  expect(await certrace(['verify', file])).toMatchObject({
    code: 1,
    out: expect.stringContaining('altered'),
  });
  const report = await certrace(['verify', file, '--json']);
  expect([report.code, JSON.parse(report.out).verdict]).toEqual([1, 'altered']);

  const events = await certrace(['events', '--types', 'certificate.issued', '--json']);
  const lines = events.out.split('\n').map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ type: 'certificate.issued' });
  const after = await certrace(['events', '--after', lines.at(-2).id, '--types', 'certificate.issued']);
  expect(after.out.split('\n')).toEqual([expect.stringContaining(lines.at(-1).id)]);
});

it('completes commands and options in bash', async () => {
  const { out } = await certrace(['completion', 'bash']);
  const complete = async (line: string) => {
    const words = line.split(' ');
    const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _certrace; echo "\${COMPREPLY[@]}"`;
    return (await outputOf('bash', ['-c', script])).out;
  };
  expect(await complete('certrace i')).toBe('issue');
  expect(await complete('certrace issue --na')).toBe('--name');
  expect((await certrace(['completion', 'zsh'])).out).toContain('bashcompinit');
  expect((await certrace(['completion', 'fish'])).code).toBe(2);
});
