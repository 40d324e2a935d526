import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateKeyFromSeed, witnessKeyOf } from '@certrace/verify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { timestamp } from '#app/credentials/issuer-keys.server.ts';
import { signStatusList } from '#app/credentials/published-documents.server.ts';
import { DEMO_PASSWORD, ISSUERS, VERIFIERS } from '#app/sample/people.ts';
import { badge, carriedFiles, issuerKey } from '#tests/support/carried-files.ts';
import { memoryLog } from '#tests/support/memory-log.ts';
import { installPackedVerifier } from '#tests/support/packed-verifier.ts';
import { startServer } from '#tests/support/server.ts';
import { verifyCommand } from '../../../packages/verify/src/command.ts';

// Runs `npm run verify` on files that were downloaded from the demo, without network access.

const CLI = 'packages/verify/src/cli.ts';
const NO_NETWORK = './tests/support/no-network.mjs';
/** Whether this machine can run a program in a network namespace of its own, without any connection. */
const hasNamespaces = spawnSync('unshare', ['-rn', 'true']).status === 0;

const LIST_PATH = '/.well-known/issuers.json';

type Issued = {
  uniqueId: string;
  status: string;
  pdfUrl: string;
  pngUrl: string;
  credentialUrl: string;
  proofUrl: string;
};

const files: Record<string, Buffer> = {};
let folder: string;
let vkey: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'certrace-verify-'));
  const server = await startServer({ script: 'tests/support/serve-sample.ts' });
  const call = async <Body>(path: string, token?: string, json?: object) => {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method: json ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    return (await response.json()) as Body;
  };
  const login = async (email: string) =>
    (await call<{ token: string }>('users/login', undefined, { email, password: DEMO_PASSWORD })).token;
  const save = async (name: string, url: string, token?: string) => {
    const response = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    expect([name, response.status]).toEqual([name, 200]);
    files[name] = Buffer.from(await response.arrayBuffer());
    writeFileSync(join(folder, name), files[name]);
  };
  try {
    const issuer = await login(ISSUERS[0].email);
    const listed = await call<{ certificates: Issued[] }>('certificates/my-issued', issuer);
    const valid = listed.certificates.find(({ status }) => status === 'valid');
    const expired = listed.certificates.find(({ status }) => status === 'expired');
    if (!valid || !expired) throw new Error('the demo lacks a certificate');
    await save('certificate.pdf', valid.pdfUrl);
    await save('certificate.png', valid.pngUrl);
    await save('certificate.json', valid.credentialUrl);
    await save('certificate.tlog-proof', valid.proofUrl);
    await save('expired.pdf', expired.pdfUrl);
    const verifier = await login(VERIFIERS[0].email);
    const payment = {
      uniqueId: valid.uniqueId,
      cardNumber: '4242 4242 4242 4242',
      expiryMonth: '12',
      expiryYear: '39',
      cvCode: '123',
    };
    const paid = await call<{ payment: { receiptUrl: string; receiptProofUrl: string } }>(
      'cert/verify/payment',
      verifier,
      payment,
    );
    await save('receipt.json', paid.payment.receiptUrl, verifier);
    await save('receipt.tlog-proof', paid.payment.receiptProofUrl, verifier);
    await vi.waitFor(async () => expect((await fetch(`${server.url}${LIST_PATH}`)).status).toBe(200), 5_000);
    await save('issuers.json', `${server.url}${LIST_PATH}`);
    const page = await (await fetch(`${server.url}/log`)).text();
    vkey = /localhost:\d+\/log\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+/.exec(page)?.[0] ?? '';
  } finally {
    await server.stop();
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Outcome = { code: number | null; text: string };

/** Runs the command in a process that cannot connect: with a guard against sockets, or in an empty network namespace. */
function runProgram(
  file: string,
  options: string[],
  guard: 'no sockets' | 'namespace' = 'no sockets',
): Outcome {
  const program = [CLI, join(folder, file), ...options];
  const [name, args]: [string, string[]] =
    guard === 'namespace'
      ? ['unshare', ['-rn', process.execPath, ...program]]
      : [process.execPath, ['--import', NO_NETWORK, ...program, '--offline', ACCEPT]];
  const run = spawnSync(name, args, { encoding: 'utf8' });
  return { code: run.status, text: `${run.stdout}${run.stderr}` };
}

/** Runs the command in this process, which saves a second of start-up. */
async function verifyStrictly(file: string, options: string[]): Promise<Outcome> {
  const lines: string[] = [];
  const code = await verifyCommand([join(folder, file), ...options, '--offline'], (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

const ACCEPT = '--accept-unknown-revocation';
const verify = (file: string, options: string[]) => verifyStrictly(file, [...options, ACCEPT]);

const verdictOf = ({ text }: Outcome) => text.trim().split('\n').at(-1);

const proof = (name: string) => ['--proof', join(folder, `${name}.tlog-proof`)];
const did = () => String(JSON.parse(String(files['certificate.json'])).issuer.id);

describe('a downloaded file is genuine', () => {
  it.each([
    ['certificate.pdf', []],
    ['certificate.png', []],
    ['certificate.json', ['certificate']],
    ['receipt.json', ['receipt']],
  ])('with only the log’s key: %s', (name, proofs) => {
    const outcome = runProgram(name, ['--key', vkey, ...proofs.flatMap(proof)]);
    expect(outcome.text).toMatch(/yes {2}signature .*\n.*yes {2}issuer .*\n.*yes {2}log /);
    expect([outcome.code, verdictOf(outcome)]).toEqual([0, 'genuine']);
  });

  it('with only the issuer’s DID, and with both', async () => {
    expect(await verify('certificate.pdf', ['--did', did()])).toMatchObject({ code: 0 });
    expect(await verify('certificate.png', ['--did', did(), '--key', vkey])).toMatchObject({ code: 0 });
  });

  it.runIf(hasNamespaces)('without a network and without --offline, with the revocation unchecked', () => {
    const { code, text } = runProgram('certificate.pdf', ['--key', vkey, ACCEPT], 'namespace');
    expect(code).toBe(0);
    expect(text).toMatch(/ - +revocation .*cannot be reached/);
  });
});

describe('what cannot be checked is not genuine', () => {
  it('is unknown offline, because the revocation counts', async () => {
    const outcome = await verifyStrictly('certificate.pdf', ['--key', vkey]);
    expect(outcome.text).toContain('We could not check the revocation, so this is not a yes.');
    expect([outcome.code, verdictOf(outcome)]).toEqual([2, 'unknown']);
    const receipt = await verifyStrictly('receipt.json', ['--key', vkey, ...proof('receipt')]);
    expect([receipt.code, verdictOf(receipt)]).toEqual([0, 'genuine']);
  });

  it('is genuine offline with a status list that is still valid, and unknown with an older one', async () => {
    const carried = await carriedFiles();
    writeFileSync(join(folder, 'carried.pdf'), carried.pdf);
    const check = async (time: string) => {
      const path = join(folder, 'status.json');
      writeFileSync(path, await signStatusList(badge.statusList, new Uint8Array(16_384), issuerKey, time));
      return verifyStrictly('carried.pdf', ['--key', carried.log.vkey, '--status-list', path]);
    };
    const now = await check(timestamp(Date.now()));
    expect(now.text).toMatch(
      /yes {2}revocation It is not revoked\. Status list made \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
    );
    expect([now.code, verdictOf(now)]).toEqual([0, 'genuine']);
    const older = await check(timestamp(Date.now() - 25 * 3_600_000));
    expect(older.text).toMatch(/ - {3}revocation The list of revoked certificates is too old/);
    expect([older.code, verdictOf(older)]).toEqual([2, 'unknown']);
  });

  it('is not in the log without a log proof, if a log is given, with an issuer too', async () => {
    for (const options of [[], ['--did', did()]]) {
      const outcome = await verify('certificate.json', ['--key', vkey, ...options]);
      expect([outcome.code, verdictOf(outcome)]).toEqual([1, 'not-in-log']);
    }
  });

  it('accepts the key of any of several logs', async () => {
    const { vkey: other } = memoryLog('other.example.org/log');
    expect(await verify('certificate.pdf', ['--key', other, '--key', vkey])).toMatchObject({ code: 0 });
    const foreign = await verify('certificate.png', ['--key', other, '--did', did()]);
    expect([foreign.code, verdictOf(foreign)]).toEqual([1, 'not-in-log']);
  });
});

it('is not-yet-valid while the issue date has begun nowhere on earth', async () => {
  const dayIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
  const check = async (issueDate: string) => {
    const carried = await carriedFiles({ issueDate });
    writeFileSync(join(folder, 'early.pdf'), carried.pdf);
    const outcome = await verify('early.pdf', ['--key', carried.log.vkey]);
    return { ...outcome, verdict: verdictOf(outcome) };
  };
  const early = await check(dayIn(14 + 24));
  expect(early).toMatchObject({ code: 1, verdict: 'not-yet-valid' });
  expect(early.text).toMatch(/NO {3}start +It is not valid before \d{4}-\d\d-\d\d\./);
  expect(await check(dayIn(14))).toMatchObject({ code: 0, verdict: 'genuine' });
});

describe('a policy', () => {
  const policy = (...lines: string[]) => {
    writeFileSync(join(folder, 'policy'), `${lines.join('\n')}\n`);
    return ['--policy', join(folder, 'policy')];
  };

  it('names the logs of which one must have the file', async () => {
    const own = policy(`log ${vkey}`, 'quorum none');
    expect(await verify('certificate.pdf', [...own, '--did', did()])).toMatchObject({ code: 0 });
    for (const options of [own, [...own, '--did', did()]]) {
      const bare = await verify('certificate.json', options);
      expect([bare.code, verdictOf(bare)]).toEqual([1, 'not-in-log']);
    }
    const foreign = policy(`log ${memoryLog('other.example.org/log').vkey}`, 'quorum none');
    const other = await verify('certificate.pdf', [...foreign, '--did', did()]);
    expect([other.code, verdictOf(other)]).toEqual([1, 'not-in-log']);
  });

  it('makes nobody an issuer, because whoever has the log’s key could', async () => {
    const outcome = await verify('certificate.pdf', policy(`log ${vkey}`, 'quorum none'));
    expect(outcome.text).toMatch(/NO {3}issuer .*nothing here says that .* may be trusted/);
    expect([outcome.code, verdictOf(outcome)]).toEqual([1, 'unknown-issuer']);
  });

  it('leaves a file unknown that too few of its witnesses have cosigned', async () => {
    const witness = { name: 'w.example/w', privateKey: privateKeyFromSeed(Buffer.alloc(32, 4)) };
    const lines = [`log ${vkey}`, `witness w ${witnessKeyOf(witness)}`, 'quorum w'];
    const outcome = await verify('certificate.pdf', [...policy(...lines), '--did', did()]);
    expect(outcome.text).toContain('Too few of the witnesses have cosigned its log proof.');
    expect([outcome.code, verdictOf(outcome)]).toEqual([2, 'unknown']);
  });

  it.each([
    [
      'beside a key',
      () => ['--key', vkey, ...policy(`log ${vkey}`, 'quorum none')],
      '--policy replaces --key',
    ],
    ['without a log', () => policy('quorum none'), /--policy .*policy: It names no log\./],
    ['with a fault', () => policy(`log ${vkey}`, 'quorum w'), /--policy .*policy: Line 2: /],
  ])('is refused %s', async (_what, options, message) => {
    await expect(verify('certificate.pdf', options())).rejects.toThrow(message);
  });
});

describe('who says so', () => {
  const trust = (name = 'issuers.json') => ['--trust', join(folder, name)];

  it('is genuine for an issuer in a trust list, without any key', async () => {
    const { code, text } = await verify('certificate.pdf', trust());
    expect([code, verdictOf({ code, text })]).toEqual([0, 'genuine']);
    expect(text).toMatch(/yes {2}issuer .*in the list of did:key:.*: approved by a super admin\)/);
  });

  it('is an unknown issuer without a key, a DID or a list, and with a list that lacks the issuer', async () => {
    const unpinned = await verify('certificate.pdf', []);
    expect([unpinned.code, verdictOf(unpinned)]).toEqual([1, 'unknown-issuer']);
    // The receipts are signed by the site, which is not one of its own issuers.
    const unlisted = await verify('receipt.json', trust());
    expect([unlisted.code, verdictOf(unlisted)]).toEqual([1, 'unknown-issuer']);
  });

  it('stands in the first three lines, before the name that the file claims', async () => {
    const { text } = await verify('certificate.pdf', trust());
    const headline = text.split('\n').slice(0, 3).join('\n');
    const { name } = JSON.parse(String(files['certificate.json'])).issuer;
    expect(headline).toContain(`issued by ${did()}, under the name “${name}”`);
  });

  it.each([
    ['a changed name', '"name":"', 'X'],
    ['a changed decision', '"decision":"', 'Y'],
    ['a removed proof', '"proof":', '"prof":'],
  ])('refuses a list with %s', async (_what, text, replacement) => {
    const list = String(files['issuers.json']);
    const changed = list.replace(text, text.endsWith(':') ? replacement : `${text}${replacement}`);
    writeFileSync(join(folder, 'changed.json'), changed);
    await expect(verify('certificate.pdf', trust('changed.json'))).rejects.toThrow(
      /--trust .*changed\.json: It /,
    );
    expect(runProgram('certificate.pdf', trust('changed.json')).code).toBe(2);
  });
});

describe('one changed byte', () => {
  /** Flips a bit of a file at an offset from a text. */
  function change(name: string, text: string, offset = 0): string {
    const copy = Buffer.from(files[name] ?? '');
    const at = copy.indexOf(text);
    expect(at, `${name} has ${text}`).toBeGreaterThan(0);
    copy[at + offset] = (copy[at + offset] ?? 0) ^ 1;
    const changed = `changed-${name}`;
    writeFileSync(join(folder, changed), copy);
    return changed;
  }

  it.each([
    ['certificate.pdf', 'the page', 'endstream', -40, 'altered', /NO {3}file .*The page was changed/],
    [
      'certificate.pdf',
      'the credential',
      '"validFrom":"',
      14,
      'altered',
      /NO {3}signature .*was changed after/,
    ],
    ['certificate.pdf', 'the manifest', '"visible":"', 12, 'altered', /NO {3}file .*statement/],
    [
      'certificate.pdf',
      'the log proof',
      '\nindex ',
      7,
      'altered',
      /NO {3}file .*what is attached[\s\S]*NO {3}log /,
    ],
    ['certificate.png', 'the picture', 'IDAT', 9_000, 'altered', /NO {3}file .*The picture was changed/],
    [
      'certificate.png',
      'the credential',
      '"validFrom":"',
      14,
      'altered',
      /NO {3}signature .*was changed after/,
    ],
    ['certificate.png', 'the manifest', '"visible":"', 12, 'altered', /NO {3}file .*statement/],
    [
      'certificate.json',
      'the credential',
      '"validFrom":"',
      14,
      'altered',
      /NO {3}signature .*was changed after/,
    ],
    [
      'certificate.json',
      'the signature',
      'proofValue":"z',
      20,
      'altered',
      /NO {3}signature .*was changed after/,
    ],
    ['receipt.json', 'the receipt', '"status":"', 11, 'altered', /NO {3}signature .*was changed after/],
  ])('in %s (%s) is reported with its reason', async (name, _part, text, offset, verdict, reason) => {
    const stem = name.replace(/\..*/, '');
    const proofs = name.endsWith('.json') ? proof(stem) : [];
    const result = await verify(change(name, text, offset), ['--key', vkey, ...proofs]);
    expect(result.text).toMatch(reason);
    expect([result.code, verdictOf(result)]).toEqual([1, verdict]);
  });

  it('in the proof beside a JSON file is reported', async () => {
    const changed = change('certificate.tlog-proof', 'index ', 6);
    const result = await verify('certificate.json', ['--key', vkey, '--proof', join(folder, changed)]);
    expect([result.code, verdictOf(result)]).toEqual([1, 'not-in-log']);
  });
});

describe('the exit code', () => {
  it('is 1 for an expired certificate and for one of another issuer', async () => {
    const expired = runProgram('expired.pdf', ['--key', vkey]);
    expect([expired.code, verdictOf(expired)]).toEqual([1, 'expired']);
    const other = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK';
    const unknown = await verify('certificate.pdf', ['--did', other]);
    expect([unknown.code, verdictOf(unknown)]).toEqual([1, 'unknown-issuer']);
  });

  it('is 2 when the file could not be checked', async () => {
    writeFileSync(join(folder, 'other.json'), '{"type": "Other"}');
    expect(await verify('other.json', [])).toMatchObject({ code: 2 });
    await expect(verify('certificate.pdf', ['--key', 'nonsense'])).rejects.toThrow('--key');
    expect(runProgram('no-such-file.pdf', ['--key', vkey])).toMatchObject({
      code: 2,
      text: expect.stringContaining('no such file'),
    });
    writeFileSync(join(folder, 'some.zip'), 'PK');
    expect(await verify('some.zip', ['--key', vkey])).toMatchObject({
      code: 2,
      text: expect.stringContaining('not a PDF, PNG, SVG or JSON'),
    });
  });
});

describe('the package, packed and installed in an empty folder', () => {
  let consumer: string;
  let packed: string[];

  beforeAll(() => {
    ({ consumer, packed } = installPackedVerifier(mkdtempSync(join(folder, 'package-'))));
  });

  const run = (name: string, args: string[]) => spawnSync(name, args, { cwd: consumer, encoding: 'utf8' });
  const readme = () => readFileSync('packages/verify/README.md', 'utf8');

  it('has built JavaScript, types and no sources, and needs no other package', () => {
    expect(packed).toContain('dist/index.js');
    expect(packed).toContain('dist/types/index.d.ts');
    expect(packed.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([]);
    expect(packed.filter((name) => /server|node_modules/.test(name))).toEqual([]);
    expect(existsSync(join(consumer, 'node_modules/jsonld'))).toBe(false);
  });

  it('gives a verdict in Node with the lines of its README, whose blocks have at most five', () => {
    const blocks = [...readme().matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)];
    for (const [, , code = ''] of blocks) expect(code.trim().split('\n').length).toBeLessThanOrEqual(5);
    const example = blocks.find(([, language]) => language === 'js')?.[2] ?? '';
    writeFileSync(join(consumer, 'example.js'), example);
    writeFileSync(join(consumer, 'certificate.pdf'), files['certificate.pdf'] ?? '');
    const env = { ...process.env, LOG_KEY: vkey };
    const result = spawnSync(process.execPath, ['example.js'], { cwd: consumer, encoding: 'utf8', env });
    // The site has been stopped, so nobody can say whether it was revoked.
    expect([result.stderr, result.stdout.trim()]).toEqual(['', 'unknown']);
  });

  it('has a module for browsers without imports, whose README lines give a verdict', async () => {
    const module = readFileSync(join(consumer, 'node_modules/@certrace/verify/dist/browser.js'), 'utf8');
    expect(/^import |\bimport\(|\brequire\(|["']node:/m.exec(module)?.[0]).toBeUndefined();
    expect(packed).toContain('dist/offline.html');
    const example =
      readme()
        .split('## In a browser')[1]
        ?.match(/^```js\n([\s\S]*?)^```/m)?.[1] ?? '';
    const stand = `globalThis.LOG_KEY = process.env.LOG_KEY;
      const bytes = (await import('node:fs')).readFileSync('certificate.pdf');
      const input = { files: [{ arrayBuffer: async () => Uint8Array.from(bytes).buffer }] };
      globalThis.document = { querySelector: () => input };
      globalThis.STATUS_LIST_URL = 'data:application/json;base64,' + process.env.STATUS_LIST;`;
    const lines = example.split('\n');
    const carried = await carriedFiles();
    const time = timestamp(Date.now());
    const list = await signStatusList(badge.statusList, new Uint8Array(16_384), issuerKey, time);
    writeFileSync(join(consumer, 'browser.js'), [lines[0], stand, ...lines.slice(1)].join('\n'));
    writeFileSync(join(consumer, 'certificate.pdf'), carried.pdf);
    const env = { ...process.env, LOG_KEY: carried.log.vkey, STATUS_LIST: list.toString('base64') };
    const result = spawnSync(process.execPath, ['browser.js'], { cwd: consumer, encoding: 'utf8', env });
    expect([result.stderr, result.stdout.trim()]).toEqual(['', 'genuine']);
  });

  it('has a command for npx', () => {
    const file = join(folder, 'certificate.pdf');
    const args = ['--offline', '--no', 'certrace-verify', file, '--key', vkey, '--offline', ACCEPT];
    const { status, stdout } = run('npx', args);
    expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, 'genuine']);
  });

  it('has types that TypeScript accepts', () => {
    writeFileSync(
      join(consumer, 'use.ts'),
      "import { authenticate, type Trust, type Verdict } from '@certrace/verify';\n" +
        'export const verdict = async (file: Uint8Array, trust: Trust): Promise<Verdict> => (await authenticate(file, trust)).verdict;\n',
    );
    const types = ['--typeRoots', join(process.cwd(), 'node_modules/@types'), '--types', 'node'];
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', ...types];
    const compiler = join(process.cwd(), 'node_modules/.bin/tsc');
    expect(run(compiler, [...options, 'use.ts']).stdout).toBe('');
  });
});
