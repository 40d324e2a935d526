import {
  didDocument,
  encodeStatusList,
  type KnownIssuer,
  type StatusAnswer,
  signJson,
} from '@certrace/verify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signingKey } from '#app/credentials/issuer-keys.server.ts';
import { signStatusList } from '#app/credentials/published-documents.server.ts';
import { requireKeyOfSite, trustOf } from '../../../packages/verify/src/online.ts';
import { readTrustList } from '../../../packages/verify/src/trust.ts';

// The command line fetches these documents from a site under https.

const SITE = 'https://certs.example.org';
const LIST = `${SITE}/credentials/status/1`;
const TIME = '2026-01-31T12:00:00Z';
const MADE = Date.parse(TIME);
const [first, second] = [1, 2].map((version) => signingKey(Buffer.alloc(32, 7), SITE, 'issuer-1', version));
if (!first || !second) throw new Error('no keys');
const issuer: KnownIssuer = {
  document: didDocument(first.did, [first.multikey]),
  name: 'Example University',
  approvedSince: null,
};

const published = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: URL) => {
    const text = published.get(url.href);
    return new Response(text ?? null, { status: text === undefined ? 404 : 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  published.clear();
});

async function statusAt(index: number, known: KnownIssuer = issuer): Promise<StatusAnswer> {
  const trust = trustOf({}, Date.parse(TIME));
  return trust.findStatus({ list: LIST, index }, known, {});
}

/** Publishes a list in which index 0 is revoked. */
async function publish(key: typeof first) {
  const bits = Buffer.alloc(16_384);
  bits[0] = 0x80;
  if (key) published.set(LIST, (await signStatusList(LIST, bits, key, TIME)).toString());
}

it('reads a list that the issuer signed', async () => {
  await publish(first);
  expect([await statusAt(0), await statusAt(1)]).toEqual([
    { revoked: true, asOf: MADE },
    { revoked: false, asOf: MADE },
  ]);
});

it('reads a list that the issuer signed with a newer key', async () => {
  await publish(second);
  expect(await statusAt(0)).toEqual({ reason: expect.stringContaining('not signed by the issuer') });
  const keys = didDocument(first.did, [first.multikey, second.multikey]);
  published.set(`${SITE}/issuers/issuer-1/did.json`, JSON.stringify(keys));
  expect(await statusAt(0)).toEqual({ revoked: true, asOf: MADE });
});

it('rejects a list of another issuer or another address, and an index beyond its end', async () => {
  await publish(signingKey(Buffer.alloc(32, 8), SITE, 'issuer-2', 1));
  expect(await statusAt(0)).toHaveProperty('reason');
  await publish(first);
  expect(await statusAt(131_072)).toHaveProperty('reason');
  const text = published.get(LIST) ?? '';
  published.set(LIST, text.replaceAll('/status/1', '/status/2'));
  expect(await statusAt(0)).toHaveProperty('reason');
  published.delete(LIST);
  expect(await statusAt(0)).toEqual({ reason: expect.stringContaining('certs.example.org answered 404') });
});

it.each([
  ['http://certs.example.org/list', issuer],
  ['http://127.0.0.1:9000/list', issuer],
  ['http://localhost:9000/list', issuer],
  ['data:application/json,{}', issuer],
  // Another service of the same machine.
  ['http://localhost:9000/list', { ...issuer, document: { id: 'did:web:localhost%3A3000' } }],
])('fetches no list from %s', async (list, known) => {
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return new Response('{}');
  });
  const trust = trustOf({}, MADE);
  expect([await trust.findStatus({ list, index: 0 }, known, {}), asked]).toEqual([
    { reason: expect.stringContaining('is not an https address') },
    0,
  ]);
});

it('fetches the list of a site in development from its own address', async () => {
  const list = 'http://localhost:3000/credentials/status/1';
  const known = { ...issuer, document: { id: 'did:web:localhost%3A3000:issuers:1' } };
  expect(await trustOf({}, MADE).findStatus({ list, index: 0 }, known, {})).toEqual({
    reason: expect.stringContaining('localhost:3000 answered 404'),
  });
});

describe('the age of a list', () => {
  const DAY = 24 * 3_600_000;
  const ask = (now: number, index: number, overrides = {}) =>
    trustOf(overrides, now).findStatus({ list: LIST, index }, issuer, {});

  it('is at most what it says itself, except that a revocation stays one', async () => {
    await publish(first);
    const made = Date.parse(TIME);
    expect(await ask(made + DAY, 1)).toEqual({ revoked: false, asOf: MADE });
    expect(await ask(made + DAY + 1, 1)).toEqual({
      reason: 'The list of revoked certificates is too old: it was valid until 2026-02-01 12:00 UTC.',
    });
    expect(await ask(made + DAY + 1, 0)).toMatchObject({ revoked: true });
    expect(await ask(made - DAY, 1)).toEqual({ reason: expect.stringContaining('is dated 2026-01-31') });
  });

  it('is unknown for a kept list that does not say until when it is valid, and at most its ttl', async () => {
    const made = Date.parse(TIME);
    const keep = (ttl: number | undefined) => {
      const unsigned = {
        id: LIST,
        issuer: first.did,
        validFrom: TIME,
        credentialSubject: {
          type: 'BitstringStatusList',
          statusPurpose: 'revocation',
          encodedList: encodeStatusList(new Uint8Array(16_384)),
          ...(ttl !== undefined && { ttl }),
        },
      };
      return signJson(unsigned, first.verificationMethod, first.privateKey, TIME);
    };
    const askKept = (now: number, ttl?: number) => ask(now, 1, { isOffline: true, statusLists: [keep(ttl)] });
    expect(await askKept(made)).toEqual({ reason: expect.stringContaining('does not say until when') });
    expect(await askKept(made + 300_000, 300_000)).toEqual({ revoked: false, asOf: made });
    expect(await askKept(made + 300_001, 300_000)).toEqual({ reason: expect.stringContaining('too old') });
    // One that its host publishes at this moment is as old as it can be.
    published.set(LIST, JSON.stringify(keep(undefined)));
    expect(await ask(made + DAY, 1)).toEqual({ revoked: false, asOf: made });
  });

  it('counts for a list from a file too, which needs no connection', async () => {
    await publish(first);
    const statusLists = [JSON.parse(published.get(LIST) ?? '')];
    published.clear();
    const offline = { isOffline: true, statusLists };
    expect(await ask(Date.parse(TIME), 1, offline)).toEqual({ revoked: false, asOf: MADE });
    expect(await ask(Date.parse(TIME) + 2 * DAY, 1, offline)).toHaveProperty('reason');
    expect(await ask(Date.parse(TIME), 1, { isOffline: true })).toEqual({
      reason: expect.stringContaining('without the list'),
    });
  });
});

describe('an issuer that nobody pinned', () => {
  const find = () => trustOf({}, Date.parse(TIME)).findIssuer(first.did);

  it('is known by what its host publishes, and not trusted', async () => {
    published.set(`${SITE}/issuers/issuer-1/did.json`, JSON.stringify(issuer.document));
    expect(await find()).toMatchObject({ name: 'certs.example.org', isUnpinned: true });
  });

  it('could not be checked when its host does not answer', async () => {
    expect(await find()).toEqual({ reason: 'certs.example.org answered 404.' });
  });
});

describe('a trust list', () => {
  const site = signingKey(Buffer.alloc(32, 7), SITE, null, 1);
  const listed = {
    did: first.did,
    name: 'Example University',
    since: TIME,
    decision: 'approved by a super admin',
    document: issuer.document,
  };
  const signed = (key = site) => {
    const list = { type: 'ApprovedIssuers', issuer: site.did, issuers: [listed] };
    return Buffer.from(JSON.stringify(signJson(list, key.verificationMethod, key.privateKey, TIME)));
  };

  it('names its issuers with their domain and the site that lists them', async () => {
    const list = await readTrustList(signed());
    const trust = trustOf({ list, isOffline: true }, Date.parse(TIME));
    expect(await trust.findIssuer(first.did)).toMatchObject({
      name: 'Example University (certs.example.org; in the list of certs.example.org since 2026-01-31: approved by a super admin)',
    });
    expect(await trust.findIssuer(`${first.did}0`)).toBeUndefined();
  });

  it('is refused when its key belongs to another DID, or the site has other keys', async () => {
    await expect(readTrustList(signed(first))).rejects.toThrow('not signed by the site');
    published.set(`${SITE}/.well-known/did.json`, JSON.stringify(didDocument(site.did, [first.multikey])));
    await expect(requireKeyOfSite(await readTrustList(signed()), Date.parse(TIME))).rejects.toThrow(
      'does not have',
    );
    published.set(`${SITE}/.well-known/did.json`, JSON.stringify(didDocument(site.did, [site.multikey])));
    await requireKeyOfSite(await readTrustList(signed()), Date.parse(TIME));
    const ended = didDocument(site.did, [{ multikey: site.multikey, revoked: TIME }]);
    published.set(`${SITE}/.well-known/did.json`, JSON.stringify(ended));
    await expect(requireKeyOfSite(await readTrustList(signed()), Date.parse(TIME))).rejects.toThrow(
      'a key of certs.example.org that is revoked',
    );
  });
});
