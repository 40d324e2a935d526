import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  bakePng,
  carryInPdf,
  cosign,
  type DidKey,
  didDocument,
  parseNote,
  parseTlogProof,
  privateKeyFromSeed,
  signJson,
  witnessKeyOf,
} from '@certrace/verify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signingKey, timestamp } from '#app/credentials/issuer-keys.server.ts';
import { signStatusList } from '#app/credentials/published-documents.server.ts';
import { hydrated, openContext, sharedBrowser } from '#tests/support/browser.ts';
import { badge, carriedFiles, issuerKey } from '#tests/support/carried-files.ts';
import {
  foreignBadge,
  foreignKey,
  foreignStatusList,
  jwsKey,
  signAsToken,
  signForeign,
} from '#tests/support/foreign-badges.ts';
import { memoryLog } from '#tests/support/memory-log.ts';
import { inspect } from '#tests/support/page-inspection.ts';
import { startServer } from '#tests/support/server.ts';
import { signedPdfs } from '#tests/support/signed-pdfs.ts';
import { verifyCommand } from '../../packages/verify/src/command.ts';

const FILE = 'build/client/check/offline.html';
const CREATED = '2026-01-31T12:00:00Z';

let page: Page;
let files: Awaited<ReturnType<typeof carriedFiles>>;
let list: Buffer;
/** A list of issuers with one issuer, which has this key. */
let listWith: (key: DidKey) => Buffer;
let statusList: Buffer;
const requests: string[] = [];

beforeAll(async () => {
  files = await carriedFiles();
  const site = signingKey(Buffer.alloc(32, 5), 'https://certs.example.org', null, 1);
  listWith = (key) => {
    const listed = {
      did: issuerKey.did,
      name: 'Example University',
      since: CREATED,
      decision: 'approved by a super admin',
      document: didDocument(issuerKey.did, [key]),
    };
    const unsigned = { type: 'ApprovedIssuers', issuer: site.did, issuers: [listed] };
    const signed = signJson(unsigned, site.verificationMethod, site.privateKey, CREATED);
    return Buffer.from(JSON.stringify(signed));
  };
  list = listWith({ multikey: issuerKey.multikey });
  statusList = await signStatusList(badge.statusList, new Uint8Array(16_384), issuerKey, timestamp());
  const context = await openContext(await sharedBrowser());
  context.on('request', (request) => requests.push(request.url()));
  page = await context.newPage();
  await page.goto(pathToFileURL(FILE).href);
});

afterAll(async () => {
  await page.context().close();
});

type Pins = {
  keys?: string[];
  policy?: Buffer;
  dids?: string[];
  documents?: Buffer[];
  list?: Buffer;
  status?: Buffer[];
  accepts?: boolean;
};

/** Fills in the page's form. Returns the verdict and the shown text. */
async function checkInBrowser(name: string, file: Uint8Array, pins: Pins = {}) {
  const { keys = [], policy, dids = [], documents = [], list, status = [], accepts = false } = pins;
  const payload = (fileName: string) => (bytes: Uint8Array) => ({
    name: fileName,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  });
  await page.getByLabel('Log key').fill(keys.join('\n'));
  await page.getByLabel('Policy').setInputFiles(policy ? [payload('policy.txt')(policy)] : []);
  await page.getByLabel('DID').fill(dids.join('\n'));
  await page.getByLabel('Issuer document').setInputFiles(documents.map(payload('did.json')));
  await page.getByLabel('Trust list').setInputFiles(list ? [payload('issuers.json')(list)] : []);
  await page.getByLabel('Status list').setInputFiles(status.map(payload('status.json')));
  await page.getByLabel('Accept unknown revocation').setChecked(accepts);
  await page.getByLabel('Certificate').setInputFiles(payload(name)(file));
  await page.getByRole('button', { name: 'Check the file' }).click();
  const result = page.locator('#result');
  await result.locator('li, p[data-passed]').first().waitFor();
  return { verdict: await result.getAttribute('data-verdict'), text: await result.innerText() };
}

/** The same check by the command, without a connection. */
async function checkByCommand(name: string, file: Uint8Array, pins: Pins) {
  const { keys = [], policy, dids = [], documents = [], list, status = [], accepts = false } = pins;
  const folder = mkdtempSync(join(tmpdir(), 'offline-check-'));
  let count = 0;
  const save = (bytes: Uint8Array) => {
    count += 1;
    writeFileSync(join(folder, `${count}`), bytes);
    return join(folder, `${count}`);
  };
  const options = [
    ...keys.flatMap((key) => ['--key', key]),
    ...(policy ? ['--policy', save(policy)] : []),
    ...[...dids, ...documents.map(save)].flatMap((did) => ['--did', did]),
    ...(list ? ['--trust', save(list)] : []),
    ...status.flatMap((each) => ['--status-list', save(each)]),
    ...(accepts ? ['--accept-unknown-revocation'] : []),
  ];
  const lines: string[] = [];
  await verifyCommand([save(file), '--offline', ...options], (line) => lines.push(line));
  rmSync(folder, { recursive: true });
  const text = lines.join('\n').trim().split('\n');
  const messages = text.flatMap((line) => /^(?:yes|NO | - ) {2}\w+ +(.*)$/.exec(line)?.[1] ?? []);
  return { name, verdict: text.at(-1), messages };
}

/** Checks a file in both ways, which must agree, and returns the verdict. */
async function agreedVerdict(name: string, file: Uint8Array, pins: Pins = {}) {
  const browser = await checkInBrowser(name, file, pins);
  const command = await checkByCommand(name, file, pins);
  expect([name, browser.verdict]).toEqual([name, command.verdict]);
  expect(command.messages).not.toEqual([]);
  for (const message of command.messages) expect(browser.text, name).toContain(message);
  return browser.verdict;
}

/** Drops a file on an element. Returns whether the page took it, instead of leaving it to the browser. */
const drop = (selector: string, bytes: Uint8Array) =>
  page.evaluate(
    ({ selector: on, content }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(content)], 'dropped.pdf'));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector(on)?.dispatchEvent(event);
      return event.defaultPrevented;
    },
    { selector, content: [...bytes] },
  );

const flipped = (file: Uint8Array, at: number) => {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

/** Those of the signed PDFs whose checks differ. Each takes a fifth of a second in the browser. */
const SIGNED = [
  'rsa with a timestamp',
  'rsa signed again',
  'ec whole',
  'ec stripped',
  'ec damaged 1',
  'ec with a longer signature',
  'ec timestamp of a stranger',
  'ec timestamp with a changed token',
];

/** Files of every kind, whole and damaged. */
function corpus(): [name: string, file: Uint8Array][] {
  const damaged = (name: string, file: Uint8Array, every: number): [string, Uint8Array][] =>
    Array.from({ length: every }, (_, part) => {
      const at = Math.floor((file.length / every) * part + 9);
      return [`${at}-${name}`, flipped(file, at)];
    });
  return [
    ['whole.pdf', files.pdf],
    ['whole.png', files.png],
    ['whole.json', files.json],
    ['shown.pdf', files.shownPdf],
    ['shown.png', files.shownPng],
    ['empty.pdf', new Uint8Array(0)],
    ['text.json', Buffer.from('{"type": "Other"}')],
    ['cut.pdf', files.pdf.subarray(0, files.pdf.length - 100)],
    ['cut.png', files.png.subarray(0, files.png.length - 100)],
    ['longer.png', Buffer.concat([files.png, Buffer.from('more')])],
    ['baked.png', bakePng(files.png, [{ keyword: 'Comment', text: Buffer.from('another text') }])],
    ...signedPdfs(files, CREATED)
      .filter(({ name }) => SIGNED.includes(name))
      .map(({ name, file }): [string, Uint8Array] => [`${name}.pdf`, file]),
    ...damaged('a.pdf', files.pdf, 24),
    ...damaged('a.png', files.png, 16),
    ...damaged('a.json', files.json, 12),
  ];
}

/** The page is kept on disks and sent around, so its size counts. */
const MAX_BYTES = 400_000;

describe('the page that checks without a connection', () => {
  it('is one file within its budget, without an address to load anything from', () => {
    expect(statSync(FILE).size).toBeLessThan(MAX_BYTES);
    const html = readFileSync(FILE, 'utf8');
    expect(html).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /);
    expect(html).not.toMatch(/<(link|script|img|iframe)\b[^>]*\b(src|href)="(?!data:)/);
  });

  it('gives the verdicts and reasons of the command, for whole and damaged files', async () => {
    const pins = { keys: [files.log.vkey], list, status: [statusList] };
    const verdicts = new Map<string | null, number>();
    for (const [name, file] of corpus()) {
      const verdict = await agreedVerdict(name, file, pins);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    expect(verdicts.get('genuine')).toBeGreaterThanOrEqual(4);
    expect(verdicts.get('altered')).toBeGreaterThan(20);
  });

  const DAY = 24 * 3_600_000;
  const STRANGER = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK';
  const didJson = () => Buffer.from(JSON.stringify(didDocument(issuerKey.did, [issuerKey.multikey])));
  const madeAt = (time: number, bits = new Uint8Array(16_384)) =>
    signStatusList(badge.statusList, bits, issuerKey, timestamp(time));
  const revokedBits = () => {
    const bits = new Uint8Array(16_384);
    bits[badge.statusIndex >> 3] = 0x80 >> (badge.statusIndex & 7);
    return bits;
  };

  it.each<[what: string, verdict: string, pins: () => Pins | Promise<Pins>]>([
    ['nothing, so it trusts nobody by itself', 'unknown', () => ({})],
    ['a status list alone', 'unknown', () => ({ status: [statusList] })],
    ['another issuer', 'unknown-issuer', () => ({ dids: [STRANGER], status: [statusList] })],
    [
      'another log',
      'not-in-log',
      () => ({ keys: [memoryLog('other.example.org/log').vkey], list, status: [statusList] }),
    ],
    [
      'several logs',
      'genuine',
      () => ({ keys: [memoryLog('other.example.org/log').vkey, files.log.vkey], status: [statusList] }),
    ],
    ['a did:web without its keys', 'unknown', () => ({ dids: [issuerKey.did], status: [statusList] })],
    [
      'several issuers, one with its document',
      'genuine',
      () => ({ dids: [STRANGER], documents: [didJson()], status: [statusList] }),
    ],
    ['a trust list', 'genuine', () => ({ list, status: [statusList] })],
    ['a trust list without a status list', 'unknown', () => ({ list })],
    ['a trust list, and accepts an unknown revocation', 'genuine', () => ({ list, accepts: true })],
    [
      'a status list of the day before yesterday',
      'unknown',
      async () => ({ list, status: [await madeAt(Date.now() - DAY - 1_000)] }),
    ],
    [
      'that list, and accepts an unknown revocation',
      'genuine',
      async () => ({ list, accepts: true, status: [await madeAt(Date.now() - DAY - 1_000)] }),
    ],
    [
      'an old list with the certificate, beside a new one',
      'revoked',
      async () => ({ list, status: [statusList, await madeAt(Date.now() - 9 * DAY, revokedBits())] }),
    ],
    [
      'a list with the certificate, and accepts an unknown revocation',
      'revoked',
      async () => ({ list, accepts: true, status: [await madeAt(Date.now(), revokedBits())] }),
    ],
  ])('answers as the command does with %s: %s', async (_what, verdict, pins) => {
    expect(await agreedVerdict('a.pdf', files.pdf, await pins())).toBe(verdict);
  });

  it('checks badges of other issuers as the command does, with keys of every kind', async () => {
    const did = 'did:web:badges.example.edu';
    for (const kind of ['ed25519', 'p256', 'p384'] as const) {
      const signer = await foreignKey(kind);
      const signed = await signForeign(foreignBadge(signer.did), [signer]);
      const bytes = Buffer.from(JSON.stringify(signed));
      expect(await agreedVerdict('a.json', bytes, { dids: [signer.did] })).toBe('genuine');
      expect(await agreedVerdict('a.json', bytes, { list })).toBe('unknown-issuer');
      const changed = Buffer.from(JSON.stringify({ ...signed, name: 'Leadership' }));
      expect(await agreedVerdict('a.json', changed, { dids: [signer.did] })).toBe('unknown');
    }
    for (const alg of ['RS256', 'ES256', 'ES384', 'EdDSA'] as const) {
      const signer = await jwsKey(alg);
      const method = { id: `${did}#1`, type: 'JsonWebKey', controller: did, publicKeyJwk: signer.jwk };
      const documents = [Buffer.from(JSON.stringify({ id: did, assertionMethod: [method] }))];
      const token = await signAsToken(foreignBadge(did), signer, { kid: `${did}#1` });
      expect(await agreedVerdict('a.jwt', Buffer.from(token), { documents })).toBe('genuine');
      const other = await signAsToken(foreignBadge(did), await jwsKey(alg), { kid: `${did}#1` });
      expect(await agreedVerdict('a.jwt', Buffer.from(other), { documents })).toBe('unknown');
    }
  });

  it('says that a badge is suspended', async () => {
    const signer = await foreignKey('ed25519');
    const at = 'https://badges.example.edu/status/1';
    const credentialStatus = {
      id: `${at}#5`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'suspension',
      statusListIndex: '5',
      statusListCredential: at,
    };
    const badge = await signForeign(foreignBadge(signer.did, { credentialStatus }), [signer]);
    const bits = new Uint8Array(16_384);
    bits[0] = 0x80 >> 5;
    const until = { validUntil: '2125-12-31T00:00:00Z' };
    const suspensions = await foreignStatusList(signer, at, 'suspension', bits, until);
    const pins = { dids: [signer.did], status: [Buffer.from(JSON.stringify(suspensions))] };
    expect(await agreedVerdict('a.json', Buffer.from(JSON.stringify(badge)), pins)).toBe('suspended');
  });

  it('says when a list was made, and that a file is not yet valid', async () => {
    const { text } = await checkInBrowser('a.pdf', files.pdf, { list, status: [statusList] });
    expect(text).toMatch(/It is not revoked\. Status list made \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
    const issueDate = timestamp(Date.now() + 2 * DAY).slice(0, 10);
    const early = await carriedFiles({ issueDate });
    expect(await agreedVerdict('early.png', early.png, { list, status: [statusList] })).toBe('not-yet-valid');
  });

  it('requires the cosignatures of a policy, and says when a log that it names may continue the file’s', async () => {
    const witness = { name: 'witness.example/w', privateKey: privateKeyFromSeed(Buffer.alloc(32, 4)) };
    const policyOf = (vkey: string) =>
      Buffer.from(`log ${vkey}\nwitness w ${witnessKeyOf(witness)}\nquorum w\n`);
    const verdictOf = (file: Uint8Array, policy: Buffer) =>
      agreedVerdict('a.pdf', file, { policy, list, status: [statusList] });
    const { checkpoint = '' } = parseTlogProof(files.proof) ?? {};
    const line = cosign(parseNote(checkpoint)?.text ?? '', witness, Date.parse(CREATED) / 1_000 + 10);
    const carried = { credential: files.json, proof: Buffer.from(files.proof + line) };
    const cosigned = carryInPdf(files.shownPdf, carried, files.signer, CREATED);
    expect(await verdictOf(cosigned, policyOf(files.log.vkey))).toBe('genuine');
    expect(await verdictOf(files.pdf, policyOf(files.log.vkey))).toBe('unknown');
    expect(await verdictOf(cosigned, policyOf(memoryLog('other.example/log').vkey))).toBe('not-in-log');
    expect(await verdictOf(cosigned, policyOf(memoryLog('certs.example.org/log/2').vkey))).toBe('unknown');
    // A policy makes nobody an issuer, whose keys nobody can fetch here.
    const unpinned = { policy: policyOf(files.log.vkey), status: [statusList] };
    expect(await agreedVerdict('a.pdf', cosigned, unpinned)).toBe('unknown');
    const { text } = await checkInBrowser('a.pdf', files.pdf, { policy: Buffer.from('nonsense') });
    expect(text).toContain('Policy: Line 1: it is not a line of a policy.');
  });

  it('refuses what a revoked key signed later, by the log’s time, or without a log proof', async () => {
    const verdictOf = (name: string, revoked: string, pins: Pins) => {
      const issuers = listWith({ multikey: issuerKey.multikey, revoked });
      const file = name.endsWith('.pdf') ? files.pdf : files.json;
      return agreedVerdict(name, file, { list: issuers, status: [statusList], ...pins });
    };
    const keys = [files.log.vkey];
    expect(await verdictOf('a.pdf', '2026-01-01T00:00:00Z', { keys })).toBe('unknown-issuer');
    expect(await verdictOf('a.pdf', '2026-03-01T00:00:00Z', {})).toBe('unknown');
    expect(await verdictOf('a.json', '2026-03-01T00:00:00Z', {})).toBe('not-in-log');
  });

  it('names the field with a fault, and the issuer’s domain before the name that the file claims', async () => {
    expect((await checkInBrowser('a.pdf', files.pdf, { keys: ['nonsense'] })).text).toContain('Log key:');
    const changed = Buffer.from(list.toString().replace('Example University', 'Another University'));
    const refused = await checkInBrowser('a.pdf', files.pdf, { list: changed });
    expect([refused.verdict, refused.text]).toEqual([
      null,
      expect.stringContaining('Trust list: It was changed'),
    ]);
    const { text } = await checkInBrowser('a.pdf', files.pdf, { list });
    expect(text).toContain('Issued by certs.example.org, under the name “Example University”.');
  });

  it('is accessible in both themes and at 320 px, with a result and with an error', async () => {
    await checkInBrowser('a.pdf', files.pdf, { list });
    expect(await inspect(page, 'a result')).toEqual([]);
    await checkInBrowser('a.pdf', files.pdf, { keys: ['nonsense'] });
    expect(await inspect(page, 'an error')).toEqual([]);
  });

  it('makes no request, and shows no markup of a file', async () => {
    const named = await carriedFiles({ courseName: '<img src=x onerror=alert(1)>' });
    const { text } = await checkInBrowser('a.json', named.json, { list });
    expect(text).toContain('<img src=x onerror=alert(1)>');
    expect(requests).toEqual([pathToFileURL(FILE).href]);
  });

  it('works from the site too, whose policy allows its script and nothing else, beside codes in pictures', async () => {
    const server = await startServer();
    try {
      const response = await fetch(`${server.url}/check/offline.html`);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(
        /^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+';.*frame-ancestors 'none'/,
      );
      expect(Buffer.from(await response.arrayBuffer())).toEqual(readFileSync(FILE));
      await page.goto(`${server.url}/check/offline.html`);
      expect((await checkInBrowser('a.pdf', files.pdf, { list, status: [statusList] })).verdict).toBe(
        'genuine',
      );

      // A file that is dropped beside the fields is checked, and one that is dropped on a field belongs to it.
      await drop('h1', files.pdf);
      await page.locator('#result[data-verdict="genuine"]').waitFor();
      await page.getByLabel('Log proof').setInputFiles([]);
      expect(await drop('#proof', Buffer.from(files.proof))).toBe(false);

      await page.goto(`${server.url}/check`);
      await hydrated(page, 'form');
      expect(await drop('h1', files.pdf)).toBe(true);
      await page.getByRole('button', { name: 'Check the file' }).click();
      // This site issued none of it.
      await page.locator('[data-verdict="unknown-issuer"]').waitFor();

      // A picture of the whole certificate, as a camera takes it, leads to the page of its code.
      await page.goto(`${server.url}/check`);
      const png = { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from(files.png) };
      await page.getByLabel('Picture of the code').setInputFiles(png);
      await page.waitForURL(`${server.url}/verify?id=7K3M-9QZX-2HVB-4TND`);
      await page.getByRole('link', { name: 'Check the file for free' }).click();
      await page.getByLabel('Picture of the code').setInputFiles({
        name: 'picture.png',
        mimeType: 'image/png',
        buffer: readFileSync('public/brand/open-graph.png'),
      });
      await page.getByText('There is no code of a certificate in this picture.').waitFor();
    } finally {
      await server.stop();
    }
  });
});
