import {
  authenticate,
  type JsonObject,
  offlineTrust,
  type Pins,
  STATUS_LIST_LENGTH,
  trustOf,
} from '@certrace/verify';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  bytesOf,
  type ForeignKey,
  foreignBadge,
  foreignKey,
  foreignStatusList,
  messageOf,
  OPEN_BADGES,
  signForeign,
  V2,
} from '#tests/support/foreign-badges.ts';

// Issuers of other badges may suspend them: a status list of the purpose `suspension`, alone or beside one for revocations.

const NOW = Date.parse('2026-06-01T00:00:00Z');
const HOST = 'https://badges.example.edu/status';
const PLACE = 5;
/** A list on which the badge is, or no badge. */
const SET = Buffer.alloc(STATUS_LIST_LENGTH / 8);
SET[0] = 0x80 >> PLACE;
const CLEAR = Buffer.alloc(STATUS_LIST_LENGTH / 8);

let key: ForeignKey;
beforeAll(async () => {
  key = await foreignKey('ed25519');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const entry = (statusPurpose: string, list = statusPurpose, type = 'BitstringStatusListEntry') => ({
  id: `${HOST}/${list}#${PLACE}`,
  type,
  statusPurpose,
  statusListIndex: `${PLACE}`,
  statusListCredential: `${HOST}/${list}`,
});

const listOf = (purpose: string | string[], bits: Buffer, more: JsonObject = {}, name = `${purpose}`) =>
  foreignStatusList(key, `${HOST}/${name}`, purpose, bits, more);

const badgeWith = (...credentialStatus: JsonObject[]) =>
  signForeign(foreignBadge(key.did, { credentialStatus }), [key]);

const both = () => badgeWith(entry('revocation'), entry('suspension'));

const check = (badge: JsonObject, statusLists: JsonObject[], pins: Pins = {}) =>
  authenticate(bytesOf(badge), offlineTrust({ dids: [key.did], statusLists, ...pins }, NOW));

describe('a badge with a list of suspensions', () => {
  it('is suspended if it is on the list, and the reason says so and when the list was made', async () => {
    const lists = [await listOf('revocation', CLEAR), await listOf('suspension', SET)];
    for (const badge of [await both(), await badgeWith(entry('suspension'), entry('revocation'))]) {
      const report = await check(badge, lists);
      expect(report.verdict).toBe('suspended');
      expect(messageOf(report, 'suspension')).toBe(
        'It is suspended: its issuer has taken it back for now. Status list made 2026-05-31 00:00 UTC.',
      );
      expect(messageOf(report, 'revocation')).toMatch(/^It is not revoked\./);
    }
  });

  it('is genuine if it is on neither list, and revoked if it is on both', async () => {
    const genuine = await check(await both(), [
      await listOf('revocation', CLEAR),
      await listOf('suspension', CLEAR),
    ]);
    expect([genuine.verdict, messageOf(genuine, 'suspension')]).toEqual([
      'genuine',
      expect.stringMatching(/^It is not suspended\./),
    ]);
    const lists = [await listOf('revocation', SET), await listOf('suspension', SET)];
    expect((await check(await both(), lists)).verdict).toBe('revoked');
  });

  it('alone is never revoked', async () => {
    const report = await check(await badgeWith(entry('suspension')), [await listOf('suspension', SET)]);
    expect([report.verdict, messageOf(report, 'revocation')]).toEqual([
      'suspended',
      'It names no list of revoked certificates, so it is never revoked.',
    ]);
  });

  it('may have one list for both purposes', async () => {
    const list = await listOf(['revocation', 'suspension'], CLEAR, {}, 'both');
    const badge = await badgeWith(entry('revocation', 'both'), entry('suspension', 'both'));
    expect((await check(badge, [list])).verdict).toBe('genuine');
  });

  it('may name it as StatusList2021 did', async () => {
    const status2021 = entry('suspension', 'suspension', 'StatusList2021Entry');
    const contexts = [V2, `${OPEN_BADGES}/context-3.0.3.json`, 'https://w3id.org/vc/status-list/2021/v1'];
    const badge = foreignBadge(key.did, { '@context': contexts, credentialStatus: status2021 });
    const report = await check(await signForeign(badge, [key]), [await listOf('suspension', SET)]);
    expect(report.verdict).toBe('suspended');
  });

  it('is unknown without the list, and the reason names what could not be checked', async () => {
    const lists = [await listOf('revocation', CLEAR)];
    const report = await check(await both(), lists);
    expect([report.verdict, report.reason, messageOf(report, 'suspension')]).toEqual([
      'unknown',
      'We could not check the suspension, so this is not a yes.',
      `Offline: the suspension cannot be checked without the list ${HOST}/suspension.`,
    ]);
    const accepted = await check(await both(), lists, { acceptsUnknownRevocation: true });
    expect(accepted.verdict).toBe('genuine');
  });

  it('is unknown with a list of another purpose at its address', async () => {
    const lists = [await listOf('revocation', CLEAR), await listOf('revocation', CLEAR, {}, 'suspension')];
    const report = await check(await both(), lists);
    expect([report.verdict, messageOf(report, 'suspension')]).toEqual([
      'unknown',
      'The list of suspended certificates is another one, too short or malformed.',
    ]);
  });

  it('is unknown with an entry of several bits, which are at another place', async () => {
    const lists = [await listOf('suspension', CLEAR)];
    const report = await check(await badgeWith({ ...entry('suspension'), statusSize: 2 }), lists);
    expect([report.verdict, messageOf(report, 'revocation')]).toEqual([
      'unknown',
      'It has an entry for its status that cannot be checked here: BitstringStatusListEntry (suspension).',
    ]);
    const single = await badgeWith({ ...entry('suspension'), statusSize: 1 });
    expect((await check(single, lists)).verdict).toBe('genuine');
  });

  it('with a malformed entry is unknown, and the reason does not name a revocation', async () => {
    const report = await check(await badgeWith({ ...entry('suspension'), statusListIndex: '-1' }), []);
    expect([report.verdict, messageOf(report, 'signature')]).toEqual([
      'unknown',
      'The signature cannot be checked. Its entry for the status is malformed.',
    ]);
  });

  it('is not suspended by an old list, because a suspension may have ended, and by the newest of several', async () => {
    const revocations = await listOf('revocation', CLEAR);
    const ended = { validFrom: '2026-05-01T00:00:00Z', validUntil: '2026-05-31T23:59:59Z' };
    const old = await listOf('suspension', SET, ended);
    const report = await check(await both(), [revocations, old]);
    expect([report.verdict, messageOf(report, 'suspension')]).toEqual([
      'unknown',
      'The list of suspended certificates is too old: it was valid until 2026-05-31 23:59 UTC.',
    ]);
    const before = await listOf('suspension', SET, { validFrom: '2026-05-30T00:00:00Z' });
    const lifted = await listOf('suspension', CLEAR);
    for (const lists of [
      [old, before, lifted],
      [lifted, before, old],
    ]) {
      expect((await check(await both(), [revocations, ...lists])).verdict).toBe('genuine');
    }
  });

  it('has its list fetched by the rules of the other one', async () => {
    const [revocations, suspensions] = [await listOf('revocation', CLEAR), await listOf('suspension', SET)];
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(url.href);
      return Response.json(url.href.endsWith('suspension') ? suspensions : revocations);
    });
    const verify = async (badge: JsonObject) =>
      authenticate(bytesOf(badge), trustOf({ dids: [key.did] }, NOW));
    expect((await verify(await both())).verdict).toBe('suspended');
    expect(asked.toSorted()).toEqual([`${HOST}/revocation`, `${HOST}/suspension`]);
    const plain = { ...entry('suspension'), statusListCredential: 'http://badges.example.edu/status' };
    const report = await verify(await badgeWith(plain));
    expect([report.verdict, messageOf(report, 'suspension'), asked.length]).toEqual([
      'unknown',
      'The list of suspended certificates: http://badges.example.edu/status is not an https address.',
      2,
    ]);
  });
});
