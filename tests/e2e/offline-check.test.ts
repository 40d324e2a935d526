import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  authenticate,
  bakePng,
  type DidKey,
  didDocument,
  offlineTrust,
  parseVerifierKey,
  readTrustList,
  signJson,
} from '@certrace/verify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signingKey, timestamp } from '#app/credentials/issuer-keys.server.ts';
import { signStatusList } from '#app/credentials/published-documents.server.ts';
import { openContext, sharedBrowser } from '#tests/support/browser.ts';
import { badge, carriedFiles, issuerKey } from '#tests/support/carried-files.ts';
import { startServer } from '#tests/support/server.ts';
import { signedPdfs } from '#tests/support/signed-pdfs.ts';

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

type Pins = { key?: string; did?: string; list?: Buffer; status?: Buffer };

/** Fills in the page's form. Returns the verdict and the shown text. */
async function checkInBrowser(
  name: string,
  file: Uint8Array,
  { key = '', did = '', list, status }: Pins = {},
) {
  const payload = (bytes: Uint8Array | undefined, fileName: string) =>
    bytes ? { name: fileName, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) } : [];
  await page.getByLabel('Log key').fill(key);
  await page.getByLabel('DID of the issuer').fill(did);
  await page.getByLabel('List of issuers').setInputFiles(payload(list, 'issuers.json'));
  await page.getByLabel('Status list').setInputFiles(payload(status, 'status.json'));
  await page.getByLabel('Certificate').setInputFiles(payload(file, name));
  await page.getByRole('button', { name: 'Check the file' }).click();
  const result = page.locator('#result');
  await result.locator('li, p[data-passed]').first().waitFor();
  return { verdict: await result.getAttribute('data-verdict'), text: await result.innerText() };
}

/** The same check in Node. */
async function checkInNode(file: Uint8Array, { key, did, list: issuers, status }: Pins) {
  const pins = {
    logKey: key === undefined ? null : parseVerifierKey(key),
    did: did ?? null,
    list: issuers ? await readTrustList(issuers) : null,
    statusList: status ? JSON.parse(status.toString()) : null,
  };
  return authenticate(file, offlineTrust(pins, Date.now()));
}

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

describe('the page that checks without a connection', () => {
  it('gives the verdicts and reasons of the package in Node, for whole and damaged files', async () => {
    const pins = { key: files.log.vkey, list, status: statusList };
    const verdicts = new Map<string | null, number>();
    for (const [name, file] of corpus()) {
      const [browser, node] = [await checkInBrowser(name, file, pins), await checkInNode(file, pins)];
      expect([name, browser.verdict], name).toEqual([name, node.verdict]);
      for (const { message } of node.checks) expect(browser.text, name).toContain(message);
      verdicts.set(browser.verdict, (verdicts.get(browser.verdict) ?? 0) + 1);
    }
    expect(verdicts.get('genuine')).toBeGreaterThanOrEqual(4);
    expect(verdicts.get('altered')).toBeGreaterThan(20);
  });

  it('trusts nobody by itself, and whom its fields name', async () => {
    const verdictOf = async (pins: Pins) => (await checkInBrowser('a.pdf', files.pdf, pins)).verdict;
    expect(await verdictOf({})).not.toBe('genuine');
    expect(await verdictOf({ list, status: statusList })).toBe('genuine');
    expect(await verdictOf({ did: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' })).toBe(
      'unknown-issuer',
    );
    const bits = new Uint8Array(16_384);
    bits[badge.statusIndex >> 3] = 0x80 >> (badge.statusIndex & 7);
    const revoked = await signStatusList(badge.statusList, bits, issuerKey, CREATED);
    expect(await verdictOf({ list, status: revoked })).toBe('revoked');
  });

  it('refuses what a revoked key signed later, by the log’s time, or without a log proof', async () => {
    const verdictOf = async (name: string, revoked: string, pins: Pins) => {
      const issuers = listWith({ multikey: issuerKey.multikey, revoked });
      const file = name.endsWith('.pdf') ? files.pdf : files.json;
      return (await checkInBrowser(name, file, { list: issuers, status: statusList, ...pins })).verdict;
    };
    const key = files.log.vkey;
    expect(await verdictOf('a.pdf', '2026-01-01T00:00:00Z', { key })).toBe('unknown-issuer');
    expect(await verdictOf('a.pdf', '2026-03-01T00:00:00Z', {})).toBe('unknown');
    expect(await verdictOf('a.json', '2026-03-01T00:00:00Z', {})).toBe('not-in-log');
  });

  it('names the field with a fault, and the issuer’s domain before the name that the file claims', async () => {
    expect((await checkInBrowser('a.pdf', files.pdf, { key: 'nonsense' })).text).toContain('Log key:');
    const changed = Buffer.from(list.toString().replace('Example University', 'Another University'));
    const refused = await checkInBrowser('a.pdf', files.pdf, { list: changed });
    expect([refused.verdict, refused.text]).toEqual([
      null,
      expect.stringContaining('List of issuers: It was changed'),
    ]);
    const { text } = await checkInBrowser('a.pdf', files.pdf, { list });
    expect(text).toContain('Issued by certs.example.org, under the name “Example University”.');
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
      expect((await checkInBrowser('a.pdf', files.pdf, { list, status: statusList })).verdict).toBe(
        'genuine',
      );

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
