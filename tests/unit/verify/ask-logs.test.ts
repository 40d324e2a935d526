import {
  authenticate,
  carryInPdf,
  cosign,
  didDocument,
  formatEntry,
  hashLeaf,
  type NoteSigner,
  offlineTrust,
  parseNote,
  parsePolicy,
  parseTlogProof,
  parseVerifierKey,
  privateKeyFromSeed,
  sha256,
  type Trust,
  trustOf,
  verifyInclusion,
  witnessKeyOf,
} from '@certrace/verify';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { originDigest } from '#app/log/log.server.ts';
import { carriedFiles, issuerKey, knownIssuer } from '#tests/support/carried-files.ts';
import { memoryLog } from '#tests/support/memory-log.ts';
import { readInclusionProof } from '../../../packages/verify/src/read-inclusion.ts';

type MemoryLog = ReturnType<typeof memoryLog>;

it('reads the audit path of every leaf from the tiles of a log', async () => {
  const log = memoryLog();
  const sizes = new Set([1, 2, 3, 255, 256, 257, 300, 511, 512, 600]);
  for (let size = 1; size <= 600; size += 1) {
    log.add(Buffer.from(`entry ${size}`));
    if (!sizes.has(size)) continue;
    for (const index of [0, 1, 100, 254, 255, 256, 257, 510, 511, 512, 599].filter((each) => each < size)) {
      const read = vi.fn(log.file.bind(log));
      const proof = await readInclusionProof(read, index, size);
      const leaf = hashLeaf(log.entries[index] as Buffer);
      expect(verifyInclusion(index, size, leaf, proof, log.root(size)), `${index} of ${size}`).toBe(true);
      expect(read.mock.calls.length).toBeLessThan(5);
    }
  }
});

// A site with three logs, of which the first has the certificate.

const NOW = Date.parse('2026-06-01T00:00:00Z');
const witness: NoteSigner = { name: 'witness.example/w', privateKey: privateKeyFromSeed(sha256('witness')) };
const cosigned = (note: string) => note + cosign(parseNote(note)?.text ?? '', witness, 1_769_860_810);

let files: Awaited<ReturnType<typeof carriedFiles>>;
let logs: [MemoryLog, MemoryLog, MemoryLog];
/** What the site publishes, by URL; or what stands in for it. */
let published: (url: string) => Promise<Uint8Array | string> | undefined;
const asked: string[] = [];

function continueLog(old: MemoryLog, number: number, host = 'certs.example.org'): MemoryLog {
  const log = memoryLog(`${host}/log/${number}`);
  log.add(Buffer.from(formatEntry('origin', originDigest(old.checkpoint()), '2026-03-01T00:00:00Z')));
  for (let index = 0; index < 3; index += 1) log.issue(Buffer.from(`of log ${number}: ${index}`));
  return log;
}

beforeAll(async () => {
  files = await carriedFiles();
  const second = continueLog(files.log, 2);
  logs = [files.log, second, continueLog(second, 3)];
});

beforeEach(() => {
  published = (url) => {
    const [, number = '1', path = ''] =
      /^https:\/\/certs\.example\.org\/log(?:\/([23]))?\/(checkpoint|previous|tile.*)$/.exec(url) ?? [];
    const log = logs[Number(number) - 1];
    if (path === 'previous') return Promise.resolve(logs[Number(number) - 2]?.checkpoint() ?? '');
    if (path === 'checkpoint') return Promise.resolve(cosigned(log?.checkpoint() ?? ''));
    return log?.file(path);
  };
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(String(url));
    const body = await published(String(url))?.catch(() => undefined);
    return new Response((body as string) ?? null, { status: body === undefined ? 404 : 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  asked.splice(0);
});

const keysOf = (...numbers: number[]) =>
  numbers.map((number) => parseVerifierKey(logs[number - 1]?.vkey ?? '')).filter((key) => key !== null);
const policyOf = (...numbers: number[]) =>
  parsePolicy(
    [
      ...numbers.map((number) => `log ${logs[number - 1]?.vkey}`),
      `witness w ${witnessKeyOf(witness)}`,
      'quorum w\n',
    ].join('\n'),
  );

type Pins = Parameters<typeof trustOf>[0];
const trustWith = (pins: Pins): Trust => ({
  ...trustOf(pins, NOW),
  findIssuer: async () => knownIssuer,
  findStatus: async () => ({ revoked: false }),
});

async function check(file: Uint8Array, pins: Pins) {
  const { verdict, checks } = await authenticate(file, trustWith(pins));
  return [verdict, checks.find(({ id }) => id === 'log')?.message];
}

/** The certificate's PDF, with the proof of another tree whose checkpoint the first log signed. */
async function forked(sizeBefore: number) {
  const fork = memoryLog('certs.example.org/log');
  for (let index = 0; index < sizeBefore; index += 1) fork.issue(Buffer.from(`of the fork: ${index}`));
  fork.issue(files.json, '2020-01-01T00:00:00Z');
  const carried = { credential: files.json, proof: Buffer.from(fork.proof(sizeBefore)) };
  return carryInPdf(files.shownPdf, carried, files.signer, '2026-01-31T12:00:00Z');
}

describe('a file of an earlier log', () => {
  it.each([[2], [3], [2, 3]])('is genuine with the key of log %s alone', async (...numbers) => {
    const [verdict, message] = await check(files.pdf, { logKeys: keysOf(...numbers) });
    expect(verdict).toBe('genuine');
    expect(message).toBe('In the log certs.example.org/log since 2026-01-31, entry 5.');
    expect(asked.length).toBeLessThan(15);
  });

  it('is found on the new host of a site that moved', async () => {
    const moved = continueLog(files.log, 2, 'new.example.org');
    published = (url) => {
      const [, number, path = ''] = /^https:\/\/new\.example\.org\/log(\/2)?\/(.*)$/.exec(url) ?? [];
      if (path === 'previous') return Promise.resolve(files.log.checkpoint());
      return path === '' ? undefined : (number ? moved : files.log).file(path);
    };
    const key = parseVerifierKey(moved.vkey);
    expect((await check(files.pdf, { logKeys: key ? [key] : [] }))[0]).toBe('genuine');
  });

  it('needs no connection with the key of its own log, which is asked if there is one', async () => {
    expect((await check(files.pdf, { logKeys: keysOf(1) }))[0]).toBe('genuine');
    expect(asked).toContain('https://certs.example.org/log/checkpoint');
    published = () => undefined;
    for (const numbers of [[1], [3, 1]]) {
      expect((await check(files.pdf, { logKeys: keysOf(...numbers) }))[0]).toBe('genuine');
      expect((await check(files.pdf, { logKeys: keysOf(...numbers), isOffline: true }))[0]).toBe('genuine');
    }
  });

  it('is genuine beside the keys of other sites, whose logs do not continue its own', async () => {
    const stranger = continueLog(memoryLog('other.example.org/log'), 2, 'other.example.org');
    const honest = published;
    published = (url) => {
      const [, path = ''] = /^https:\/\/other\.example\.org\/log\/2\/(.*)$/.exec(url) ?? [];
      if (path === 'previous') return Promise.resolve(memoryLog('other.example.org/log').checkpoint());
      return path === '' ? honest(url) : stranger.file(path);
    };
    const other = [parseVerifierKey(stranger.vkey)].filter((key) => key !== null);
    for (const own of [keysOf(1), keysOf(3), keysOf(1, 3)]) {
      expect((await check(files.pdf, { logKeys: [...other, ...own] }))[0]).toBe('genuine');
    }
    expect(await check(files.pdf, { logKeys: other })).toEqual([
      'not-in-log',
      'The log proof is not signed by the log.',
    ]);
  });

  it('is unknown without a connection, or when a log does not answer', async () => {
    for (const pins of [{ logKeys: keysOf(3) }, { policy: policyOf(2) }]) {
      const [verdict, message] = await check(files.pdf, { ...pins, isOffline: true });
      expect([verdict, message]).toEqual([
        'unknown',
        expect.stringMatching(/^Offline: whether certs\.example/),
      ]);
    }
    const offline = offlineTrust({ logKeys: keysOf(2) }, NOW);
    expect((await authenticate(files.pdf, offline)).verdict).toBe('unknown');
    published = () => undefined;
    expect(await check(files.pdf, { logKeys: keysOf(2) })).toEqual([
      'unknown',
      'The log could not be asked. https://certs.example.org/log/2/checkpoint answered 404.',
    ]);
  });

  it.each([
    ['another checkpoint of the earlier log', '/log/2/previous', (log: MemoryLog) => log.checkpoint(6)],
    ['a checkpoint of another log', '/log/2/previous', () => memoryLog('certs.example.org/log').checkpoint()],
    ['other tiles of the new log', '/log/2/tile/0/000.p/4', () => Buffer.alloc(128)],
    [
      'another first entry',
      '/log/2/tile/entries/000.p/4',
      (log: MemoryLog) => log.file('tile/entries/000.p/4'),
    ],
    ['other tiles of the earlier log', '/log/tile/0/000.p/13', () => Buffer.alloc(13 * 32)],
    ['shorter tiles', '/log/tile/0/000.p/13', () => Buffer.alloc(32)],
    ['a checkpoint of a stranger', '/log/2/checkpoint', (log: MemoryLog) => log.checkpoint()],
  ])('is unknown if the site serves %s', async (_what, path, body) => {
    const honest = published;
    published = (url) => (url.endsWith(path) ? Promise.resolve(body(files.log)) : honest(url));
    const [verdict, message] = await check(files.pdf, { logKeys: keysOf(2) });
    expect([verdict, message]).toEqual(['unknown', expect.stringMatching(/^The log could not be asked\. /)]);
  });

  it('is not in the log if a log of another site is pinned, or an earlier one', async () => {
    const other = parseVerifierKey(memoryLog('other.example.org/log').vkey);
    expect((await check(files.pdf, { logKeys: other ? [other] : [] }))[0]).toBe('not-in-log');
    const second = continueLog(files.log, 2);
    second.issue(files.json);
    const carried = { credential: files.json, proof: Buffer.from(second.proof(4)) };
    const newer = carryInPdf(files.shownPdf, carried, files.signer, '2026-01-31T12:00:00Z');
    expect((await check(newer, { logKeys: keysOf(1) }))[0]).toBe('not-in-log');
    expect((await check(newer, { logKeys: keysOf(2), isOffline: true }))[0]).toBe('genuine');
    // The published log does not have it yet.
    expect((await check(newer, { logKeys: keysOf(2) }))[0]).toBe('unknown');
  });

  it.each([0, 5, 13, 200])(
    'is not in the log if its proof is of a fork with %i entries before, signed with the old key',
    async (before) => {
      const fork = await forked(before);
      expect(await check(fork, { logKeys: keysOf(2) })).toEqual([
        'not-in-log',
        `The log certs.example.org/log has another entry ${before}, or none.`,
      ]);
      // An entry that the log does not have yet may be a new one.
      const own = before < files.log.entries.length ? 'not-in-log' : 'unknown';
      for (const [numbers, verdict] of [
        [[1], own],
        [[1, 2], 'not-in-log'],
        [[3], 'not-in-log'],
      ] as const) {
        expect((await check(fork, { policy: policyOf(...numbers) }))[0]).toBe(verdict);
        const offline = await check(fork, { policy: policyOf(...numbers), isOffline: true });
        expect(offline[0]).toBe('unknown');
      }
      for (const numbers of [
        [1, 2],
        [3, 1],
      ]) {
        expect((await check(fork, { logKeys: keysOf(...numbers) }))[0]).toBe('not-in-log');
      }
      expect((await check(fork, { logKeys: keysOf(1) }))[0]).toBe(own);
      // What nobody can tell who relies on that key alone.
      expect((await check(fork, { logKeys: keysOf(1), isOffline: true }))[0]).toBe('genuine');
    },
  );
});

describe('a policy', () => {
  it('asks the log when too few witnesses cosigned the proof of a file', async () => {
    expect((await check(files.pdf, { policy: policyOf(1) }))[0]).toBe('genuine');
    expect(asked).toContain('https://certs.example.org/log/checkpoint');
    expect(await check(files.pdf, { policy: policyOf(1), isOffline: true })).toEqual([
      'unknown',
      'Too few of the witnesses have cosigned its log proof.',
    ]);
  });

  it('is satisfied by the cosignatures in the file, without a connection', async () => {
    const { checkpoint = '' } = parseTlogProof(files.proof) ?? {};
    const proof = Buffer.from(files.proof.replace(checkpoint, cosigned(checkpoint)));
    const pdf = carryInPdf(
      files.shownPdf,
      { credential: files.json, proof },
      files.signer,
      '2026-01-31T12:00:00Z',
    );
    expect((await check(pdf, { policy: policyOf(1), isOffline: true }))[0]).toBe('genuine');
  });

  it('leaves a file unknown while too few witnesses cosigned the log', async () => {
    const honest = published;
    published = (url) =>
      url.endsWith('/log/checkpoint') ? Promise.resolve(files.log.checkpoint()) : honest(url);
    const [verdict, message] = await check(files.pdf, { policy: policyOf(1) });
    expect([verdict, message]).toEqual([
      'unknown',
      expect.stringContaining('Too few witnesses have cosigned'),
    ]);
  });

  it('requires a log proof', async () => {
    expect((await check(files.json, { policy: policyOf(1) }))[0]).toBe('not-in-log');
  });
});

describe('the time of an entry', () => {
  const DAY = 24 * 3_600_000;
  const isoOf = (time: number) => new Date(time).toISOString();

  /** The certificate's PDF as the last entry of a log with entries of these times. @param witnessedAt when a witness saw it, in ms */
  async function datedPdf(times: string[], claimed: string, witnessedAt: number) {
    const log = memoryLog('certs.example.org/log');
    for (const [index, time] of times.entries()) log.issue(Buffer.from(`document ${index}`), time);
    log.issue(files.json, claimed);
    const { checkpoint = '' } = parseTlogProof(log.proof(times.length)) ?? {};
    const cosignature = cosign(parseNote(checkpoint)?.text ?? '', witness, witnessedAt / 1_000);
    const proof = Buffer.from(log.proof(times.length) + cosignature);
    published = (url) => {
      const [, path] = /^https:\/\/certs\.example\.org\/log\/(.*)$/.exec(url) ?? [];
      if (path === 'checkpoint') return Promise.resolve(checkpoint + cosignature);
      return path === undefined ? undefined : log.file(path);
    };
    return carryInPdf(files.shownPdf, { credential: files.json, proof }, files.signer, claimed);
  }

  const honest = Array.from({ length: 600 }, (_, hour) => isoOf(Date.parse('2026-04-01') + hour * 3_600_000));
  const LATEST = Date.parse(honest.at(-1) ?? '');

  it.each([
    ['on time', honest, LATEST, 60_000, 'genuine', 'genuine'],
    ['by a day, as witnesses may be silent', honest, LATEST, DAY, 'genuine', 'genuine'],
    ['by more than a day, which the log itself tells', honest, LATEST, DAY + 1_000, 'genuine', 'unknown'],
    ['before its predecessor', honest, LATEST - 2 * DAY, 3 * DAY, 'unknown', 'unknown'],
    [
      'before its predecessor’s predecessors',
      [...honest, ...Array(300).fill('2020-01-01T00:00:00Z')],
      Date.parse('2020-01-01'),
      LATEST - Date.parse('2020-01-01'),
      'unknown',
      'unknown',
    ],
  ])('claimed %s', async (_what, times, claimed, seenAfter, online, offline) => {
    const pdf = await datedPdf(times, isoOf(claimed), claimed + seenAfter);
    expect((await check(pdf, { policy: policyOf(1) }))[0]).toBe(online);
    expect((await check(pdf, { policy: policyOf(1), isOffline: true }))[0]).toBe(offline);
    expect((await check(pdf, { logKeys: keysOf(1) }))[0]).toBe(online);
  });

  it('is that of entries before it, if these are later than the end of its key', async () => {
    const ended = (revoked: string) => ({
      ...knownIssuer,
      document: didDocument(issuerKey.did, [{ multikey: issuerKey.multikey, revoked }]),
    });
    const claimed = LATEST - 3_600_000;
    const pdf = await datedPdf(honest, isoOf(claimed), LATEST + 60_000);
    const verdictAt = async (end: number, pins: Pins) =>
      (await authenticate(pdf, { ...trustWith(pins), findIssuer: async () => ended(isoOf(end)) })).verdict;
    const [online, offline] = [{ policy: policyOf(1) }, { policy: policyOf(1), isOffline: true }];
    // The key ended after the entry before it, and before the witness saw it.
    expect(await verdictAt(LATEST, online)).toBe('genuine');
    expect(await verdictAt(LATEST, offline)).toBe('unknown');
    // It ended after the time that the entry claims, and before the entry before it.
    expect(await verdictAt(claimed + 1_000, online)).toBe('unknown-issuer');
    expect(await verdictAt(claimed + 1_000, offline)).toBe('unknown');
    expect(await verdictAt(claimed - 1_000, offline)).toBe('unknown-issuer');
    expect(await verdictAt(LATEST + 60_000, offline)).toBe('genuine');
  });

  it('is unknown if the log does not show the entries before it, or shows other ones', async () => {
    const pdf = await datedPdf(honest, isoOf(LATEST), LATEST + 3 * DAY);
    const serve = published;
    const bundles = /tile\/entries\/00[01]/;
    published = (url) => (bundles.test(url) ? undefined : serve(url));
    expect((await check(pdf, { policy: policyOf(1) }))[0]).toBe('unknown');
    const other = memoryLog('certs.example.org/log');
    for (let index = 0; index < 512; index += 1) other.issue(Buffer.from('x'), '2020-01-01T00:00:00Z');
    published = (url) => (bundles.test(url) ? other.file(url.slice(url.indexOf('tile'))) : serve(url));
    expect((await check(pdf, { policy: policyOf(1) }))[0]).toBe('unknown');
  });

  it('cannot be that of another tree of the same log', async () => {
    const pdf = await datedPdf(honest, isoOf(LATEST), LATEST + 60_000);
    const longer = memoryLog('certs.example.org/log');
    for (const [index, time] of honest.entries()) longer.issue(Buffer.from(`document ${index}`), time);
    longer.issue(files.json, isoOf(LATEST));
    const proof = longer.proof(600);
    for (let index = 0; index < 100; index += 1) longer.issue(Buffer.from(`later ${index}`));
    const checkpoint = cosigned(longer.checkpoint());
    published = (url) =>
      url.endsWith('checkpoint') ? Promise.resolve(checkpoint) : longer.file(url.slice(url.indexOf('tile')));
    expect((await check(pdf, { policy: policyOf(1) }))[0]).toBe('genuine');
    // A fork with the same entry at the same place, and others after it.
    const fork = memoryLog('certs.example.org/log');
    for (const [index, time] of honest.entries()) fork.issue(Buffer.from(`document ${index}`), time);
    fork.issue(files.json, isoOf(LATEST));
    for (let index = 0; index < 50; index += 1) fork.issue(Buffer.from(`of the fork ${index}`));
    expect(proof).not.toBe(fork.proof(600));
    const forked = Buffer.from(fork.proof(600));
    const carried = { credential: files.json, proof: forked };
    const file = carryInPdf(files.shownPdf, carried, files.signer, '2026-01-31T12:00:00Z');
    expect(await check(file, { logKeys: keysOf(1) })).toEqual([
      'not-in-log',
      'The log certs.example.org/log had other entries when it had 651.',
    ]);
  });
});
