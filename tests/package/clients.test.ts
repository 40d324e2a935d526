/** The packed client and command on the oldest Node that they support, installed into an empty folder. Needs a package registry. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packPackage } from '#tests/support/packed-verifier.ts';

const OLDEST = '20.15.0';

const folder = mkdtempSync(join(tmpdir(), 'certrace-clients-'));
const node = join(folder, 'node_modules/node20/bin');
const save = (name: string, content: string) => writeFileSync(join(folder, name), content);
const run = (program: string, args: string[]) =>
  spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${node}${delimiter}${process.env.PATH}` },
  });

beforeAll(() => {
  const archives = (['verify', 'client', 'cli'] as const).map((name) => packPackage(name, folder));
  save('package.json', '{"type": "module"}');
  const oldest = `node20@npm:node-${process.platform}-${process.arch}@${OLDEST}`;
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-save', oldest, ...archives], {
    cwd: folder,
    stdio: 'pipe',
  });
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the command runs by npx', () => {
  expect(run(join(node, 'node'), ['--version']).stdout.trim()).toBe(`v${OLDEST}`);
  const script = run('npx', ['certrace', 'completion', 'bash']);
  expect([script.status, script.stdout]).toEqual([0, expect.stringContaining('_certrace()')]);
  const command = join(folder, 'node_modules/.bin/certrace');
  const login = run(command, ['login', '--url', 'nowhere', '--token', 't']);
  expect([login.status, login.stderr]).toEqual([2, expect.stringContaining('--url')]);
  save('badge.json', '{}');
  const checked = run(command, ['verify', 'badge.json', '--json']);
  expect([checked.status, JSON.parse(checked.stdout).verdict]).toEqual([2, 'unreadable']);
});

it('the client is loaded, and verifies webhooks', () => {
  save(
    'webhook.js',
    `import { verifyWebhook } from '@certrace/client';
     try { verifyWebhook('{}', {}, 'whsec_${Buffer.from('a secret of the tests').toString('base64')}'); }
     catch (error) { console.log(error.name); }`,
  );
  const { stdout, stderr } = run(join(node, 'node'), ['webhook.js']);
  expect([stdout.trim(), stderr]).toEqual(['WebhookVerificationError', '']);
});

it('the lines of the README for TypeScript have the right types', () => {
  const lines = readFileSync('packages/client/README.md', 'utf8').match(/^```ts\n([\s\S]*?)^```/m)?.[1] ?? '';
  const compile = (code: string) => {
    save('example.ts', code);
    const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc');
    const types = join(process.cwd(), 'node_modules/@types');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck'];
    return run(process.execPath, [
      compiler,
      ...options,
      '--types',
      'node',
      '--typeRoots',
      types,
      'example.ts',
    ]);
  };
  expect(lines).toContain('createCertrace');
  expect(compile(lines).stdout).toBe('');
  expect(compile(lines.replace('studentName:', 'studentNane:')).stdout).toContain('studentNane');
});
