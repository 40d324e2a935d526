import {
  authenticate,
  carryInPng,
  type DidKey,
  didDocument,
  offlineTrust,
  parseVerifierKey,
  readTrustList,
  signJson,
  type Trust,
  trustOf,
} from '@certrace/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { signingKey } from '#app/credentials/issuer-keys.server.ts';
import { signStatusList } from '#app/credentials/published-documents.server.ts';
import { badge, carriedFiles, issuerKey } from '#tests/support/carried-files.ts';

// The command line and the browser, with an issuer whose key has ended.

const LOGGED = '2026-01-31T12:00:00.000Z';
const [BEFORE, AFTER] = ['2026-01-31T11:59:59.999Z', '2026-02-01T00:00:00.000Z'];
const NOW = Date.parse('2026-06-01T00:00:00Z');
const next = signingKey(Buffer.alloc(32, 7), 'https://certs.example.org', 'issuer-1', 2);
const site = signingKey(Buffer.alloc(32, 5), 'https://certs.example.org', null, 1);

let files: Awaited<ReturnType<typeof carriedFiles>>;
beforeAll(async () => {
  files = await carriedFiles();
});

const documentOf = (end: Omit<DidKey, 'multikey'>) =>
  didDocument(issuerKey.did, [{ multikey: issuerKey.multikey, ...end }, next.multikey]);

type Options = { withKey?: boolean; statusKey?: typeof next };

/** The trust of the command with `--did FILE`, offline, and with a status list. */
async function commandTrust(end: Omit<DidKey, 'multikey'>, options: Options): Promise<Trust> {
  return trustOf({ ...(await pins(options)), documents: [documentOf(end)], isOffline: true }, NOW);
}

/** The trust of the page that checks without any connection, with a list of issuers. */
async function pageTrust(end: Omit<DidKey, 'multikey'>, options: Options): Promise<Trust> {
  const issuer = {
    did: issuerKey.did,
    name: 'University',
    since: LOGGED,
    decision: 'approved',
    document: documentOf(end),
  };
  const unsigned = { type: 'ApprovedIssuers', issuer: site.did, issuers: [issuer] };
  const list = signJson(unsigned, site.verificationMethod, site.privateKey, '2026-05-01T00:00:00Z');
  const trusted = await readTrustList(Buffer.from(JSON.stringify(list)));
  return offlineTrust({ ...(await pins(options)), list: trusted }, NOW);
}

async function pins({ withKey = true, statusKey = next }: Options) {
  const key = withKey ? parseVerifierKey(files.log.vkey) : null;
  const list = await signStatusList(
    badge.statusList,
    new Uint8Array(16_384),
    statusKey,
    '2026-05-31T12:00:00Z',
  );
  return { logKeys: key ? [key] : [], statusLists: [JSON.parse(list.toString())] };
}

describe.each([
  ['the command', commandTrust],
  ['the browser', pageTrust],
])('%s', (_who, trustWith) => {
  const check = async (
    file: Uint8Array,
    end: Omit<DidKey, 'multikey'>,
    options: Options = {},
    proof?: string,
  ) => authenticate(file, await trustWith(end, options), proof);
  const verdictOf = async (...args: Parameters<typeof check>) => (await check(...args)).verdict;

  it.each(['revoked', 'expires'] as const)(
    'trusts what the log had before the key was %s, and nothing later',
    async (kind) => {
      for (const file of [files.pdf, files.png]) {
        expect(await verdictOf(file, { [kind]: AFTER })).toBe('genuine');
        expect(await verdictOf(file, { [kind]: LOGGED })).toBe('genuine');
        const late = await check(file, { [kind]: BEFORE });
        expect(late.verdict).toBe('unknown-issuer');
        expect(late.checks.find(({ id }) => id === 'issuer')?.message).toMatch(
          /^The key that signed it (was revoked|expired) on 2026-01-31\. The log has it only since 2026-01-31\.$/,
        );
      }
      expect(await verdictOf(files.json, { [kind]: AFTER }, {}, files.proof)).toBe('genuine');
      expect(await verdictOf(files.json, { [kind]: BEFORE }, {}, files.proof)).toBe('unknown-issuer');
    },
  );

  it.each(['revoked', 'expires'] as const)(
    'does not trust a key that was %s without a log proof',
    async (kind) => {
      for (const withKey of [true, false]) {
        const report = await check(files.json, { [kind]: AFTER }, { withKey });
        expect(report.verdict).toBe('not-in-log');
        if (!withKey)
          expect(report.checks.find(({ id }) => id === 'log')?.message).toContain('without a proof');
      }
      // A log proof that cannot be checked proves nothing: anybody can write one.
      expect(await verdictOf(files.pdf, { [kind]: AFTER }, { withKey: false })).toBe('unknown');
      expect(await verdictOf(files.pdf, {}, { withKey: false })).toBe('genuine');
      expect(await verdictOf(files.json, {}, { withKey: false })).toBe('genuine');
    },
  );

  it('ignores an end in the future, and takes one that cannot be read as passed', async () => {
    expect(await verdictOf(files.json, { expires: '2026-06-01T00:00:01Z' }, { withKey: false })).toBe(
      'genuine',
    );
    expect(await verdictOf(files.pdf, { expires: 'soon' })).toBe('unknown-issuer');
  });

  it('accepts no status list of a key that has ended', async () => {
    const report = await check(files.pdf, { revoked: AFTER }, { statusKey: issuerKey });
    expect(report.verdict).toBe('unknown');
    expect(report.checks.find(({ id }) => id === 'revocation')?.message).toContain(
      'not signed by the issuer',
    );
  });

  it('warns that a revoked key says what a page shows, and refuses it for a newer credential', async () => {
    const warned = await check(files.png, { revoked: AFTER });
    expect(warned.checks[0]?.message).toContain('was revoked on 2026-02-01: compare what it shows');
    const signer = {
      issuer: next.did,
      verificationMethod: next.verificationMethod,
      privateKey: next.privateKey,
    };
    const redrawn = carryInPng(files.shownPng, files.carried, signer, '2026-05-01T00:00:00Z');
    const renewed = await check(redrawn, { revoked: AFTER });
    expect([renewed.verdict, renewed.checks[0]?.message]).toEqual([
      'genuine',
      expect.not.stringContaining('compare'),
    ]);

    const later = await carriedFiles({}, next);
    const leaked = carryInPng(later.shownPng, later.carried, files.signer, '2026-01-01T00:00:00Z');
    const forged = await check(leaked, { revoked: BEFORE });
    expect([forged.verdict, forged.checks[0]?.message]).toEqual([
      'altered',
      expect.stringContaining('This is not the file that was issued.'),
    ]);
    expect(await verdictOf(later.png, { revoked: BEFORE })).toBe('genuine');
  });
});
