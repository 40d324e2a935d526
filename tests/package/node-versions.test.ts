/** The packed verifier on each version of Node that it supports, installed into an empty folder. Needs a package registry. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { didDocument } from '@certrace/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timestamp } from '#app/credentials/issuer-keys.server.ts';
import { signStatusList } from '#app/credentials/published-documents.server.ts';
import { badge, carriedFiles, issuerKey } from '#tests/support/carried-files.ts';
import { foreignBadge, foreignKey, jwsKey, signAsToken, signForeign } from '#tests/support/foreign-badges.ts';
import { installArchive, packPackage } from '#tests/support/packed-verifier.ts';

const VERSIONS = ['20', '22', '24'];

const folder = mkdtempSync(join(tmpdir(), 'certrace-package-'));
let archive: string;
let files: Awaited<ReturnType<typeof carriedFiles>>;
/** Files that each version checks, by name, with what to trust and the verdict. */
let cases: [name: string, options: string[], verdict: string, code: number][];

const save = (name: string, content: Uint8Array | string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

beforeAll(async () => {
  archive = packPackage('verify', folder);
  // The packages from which the npm package `node` takes its program, of which this project pins one.
  const nodes = VERSIONS.map(
    (version) => `node${version}@npm:node-${process.platform}-${process.arch}@${version}`,
  );
  save('package.json', '{}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...nodes], { cwd: folder });

  files = await carriedFiles();
  const list = await signStatusList(badge.statusList, new Uint8Array(16_384), issuerKey, timestamp());
  const status = ['--status-list', save('status.json', list)];
  const document = JSON.stringify(didDocument(issuerKey.did, [issuerKey.multikey]));
  const did = ['--did', save('did.json', document)];
  save('whole.pdf', files.pdf);
  save('whole.png', files.png);
  const changed = Buffer.from(files.pdf);
  changed.write('Eve', changed.indexOf('Ada Lovelace","identityType'));
  save('changed.pdf', changed);
  const signer = await foreignKey('p384');
  const foreign = await signForeign(foreignBadge(signer.did), [signer]);
  save('foreign.json', JSON.stringify(foreign));
  const key = await jwsKey('RS256');
  const issuer = 'did:web:badges.example.edu';
  save('foreign.jwt', await signAsToken(foreignBadge(issuer), key, { kid: `${issuer}#1` }));
  const method = { id: `${issuer}#1`, type: 'JsonWebKey', controller: issuer, publicKeyJwk: key.jwk };
  const foreignDid = save('foreign-did.json', JSON.stringify({ id: issuer, assertionMethod: [method] }));
  cases = [
    ['whole.pdf', ['--key', files.log.vkey, ...did, ...status], 'genuine', 0],
    ['whole.png', [...did, ...status], 'genuine', 0],
    ['whole.pdf', [...did], 'unknown', 2],
    ['changed.pdf', ['--key', files.log.vkey, ...did, ...status], 'altered', 1],
    ['foreign.json', ['--did', signer.did], 'genuine', 0],
    ['foreign.json', [...did], 'unknown-issuer', 1],
    ['foreign.jwt', ['--did', foreignDid], 'genuine', 0],
  ];
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(VERSIONS)('on Node %s', (version) => {
  const consumer = join(folder, `consumer-${version}`);
  const node = join(folder, `node_modules/node${version}/bin/node`);
  const env = {
    ...process.env,
    PATH: `${join(folder, `node_modules/node${version}/bin`)}${delimiter}${process.env.PATH}`,
  };
  const run = (name: string, args: string[], more: NodeJS.ProcessEnv = {}) =>
    spawnSync(name, args, { cwd: consumer, encoding: 'utf8', env: { ...env, ...more } });
  /** The code of a section of the README. */
  const example = (section: string) =>
    readFileSync('packages/verify/README.md', 'utf8')
      .split(`## ${section}`)[1]
      ?.match(/^```js\n([\s\S]*?)^```/m)?.[1] ?? '';

  beforeAll(() => {
    installArchive(archive, consumer, env);
    writeFileSync(join(consumer, 'certificate.pdf'), files.pdf);
  });

  it('runs that version', () => {
    expect(run(node, ['--version']).stdout).toMatch(new RegExp(`^v${version}\\.`));
  });

  it('the command by npx gives the verdicts and exit codes', () => {
    for (const [name, options, verdict, code] of cases) {
      const args = ['--offline', '--no', 'certrace-verify', join(folder, name), ...options, '--offline'];
      const { status, stdout, stderr } = run('npx', args);
      expect([name, stderr, stdout.trim().split('\n').at(-1), status]).toEqual([name, '', verdict, code]);
    }
  });

  it('the lines of the README for Node give a verdict', () => {
    writeFileSync(join(consumer, 'example.js'), example('In Node'));
    const { stdout, stderr } = run(node, ['example.js'], { LOG_KEY: files.log.vkey });
    // No host of the certificate exists, so nobody can say whether it was revoked.
    expect([stderr, stdout.trim()]).toEqual(['', 'unknown']);
  });

  it('the lines of the README for browsers give a verdict, with WebCrypto', () => {
    const [imports = '', ...rest] = example('In a browser').split('\n');
    const stand = `globalThis.LOG_KEY = process.env.LOG_KEY;
      const bytes = (await import('node:fs')).readFileSync('certificate.pdf');
      const input = { files: [{ arrayBuffer: async () => Uint8Array.from(bytes).buffer }] };
      globalThis.document = { querySelector: () => input };
      globalThis.STATUS_LIST_URL = 'data:application/json;base64,' + process.env.STATUS_LIST;`;
    writeFileSync(join(consumer, 'browser.js'), [imports, stand, ...rest].join('\n'));
    const list = readFileSync(join(folder, 'status.json')).toString('base64');
    // Node 20 warns that Ed25519 in WebCrypto is experimental.
    const { stdout } = run(node, ['browser.js'], { LOG_KEY: files.log.vkey, STATUS_LIST: list });
    expect(stdout.trim()).toBe('genuine');
  });
});
