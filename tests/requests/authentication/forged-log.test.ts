import type { KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  carryInPdf,
  cosign,
  parseNote,
  parseVerifierKey,
  privateKeyFromSeed,
  type VerifierKey,
  witnessKeyOf,
} from '@certrace/verify';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { signBadge } from '#app/credentials/badge.server.ts';
import { currentIssuerKey } from '#app/credentials/issuer-keys.server.ts';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { entriesOf, type Log, verifierKeys } from '#app/log/log.server.ts';
import { logPrivateKey, masterKey, privateKeyOf } from '#app/log/log-key.server.ts';
import { keepCosignature } from '#app/log/published-checkpoint.server.ts';
import { db } from '#db/client.ts';
import { logs } from '#db/schema/log.ts';
import { authenticateOnPage, authenticateOverApi, issued } from '#tests/support/authentication.ts';
import { badge, carriedFiles, claimed } from '#tests/support/carried-files.ts';
import { makeCertificate } from '#tests/support/factories.ts';
import { forgedProof, LONG_AGO } from '#tests/support/forged-proof.ts';
import { fetchRaw } from '#tests/support/handler.ts';
import { beginDerivedLog, ownLog } from '#tests/support/own-log.ts';
import { verifyCommand } from '../../../packages/verify/src/command.ts';

// Somebody has the master key, and with it the issuers' keys, or even the log's key. Neither makes an entry in the site's log.

/** A back-dated PDF of an issuer of this site, with a log proof of a tree with these entries before it. */
async function backDated(
  log: Log,
  logKey: KeyObject,
  issuer: { id: string; name: string },
  before: string[],
) {
  const key = currentIssuerKey(issuer.id);
  const own = {
    ...badge,
    issuer: { id: issuer.id, did: key.did, name: issuer.name },
    issueDate: '2020-01-31',
  };
  const credential = await signBadge(own, key, LONG_AGO);
  const proof = Buffer.from(forgedProof({ origin: log.origin, privateKey: logKey, before }, credential));
  const { verificationMethod, privateKey } = key;
  const signer = { issuer: key.did, verificationMethod, privateKey };
  return carryInPdf((await carriedFiles()).shownPdf, { ...claimed(credential), proof }, signer, LONG_AGO);
}

const derivedKey = ({ origin }: Log) => logPrivateKey(masterKey(), origin);

function ownKey(log: Log): KeyObject {
  const key = privateKeyOf(log);
  if (!key) throw new Error('no key');
  return key;
}

async function verdictOnPage(file: Uint8Array) {
  const page = await (await authenticateOnPage(file)).text();
  return /data-verdict="([a-z-]+)"/.exec(page)?.[1];
}

const folder = mkdtempSync(join(tmpdir(), 'certrace-forged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function verdictOfCommand(file: Uint8Array, options: string[]) {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, file);
  const lines: string[] = [];
  await verifyCommand([path, ...options], (line) => lines.push(line));
  return lines.join('\n').trim().split('\n').at(-1);
}

/** The keys of all logs of the site, without a connection. */
const allKeys = () => [
  ...verifierKeys().flatMap((key) => ['--key', key]),
  '--offline',
  '--accept-unknown-revocation',
];

const witness = { name: 'witness.example/w', privateKey: privateKeyFromSeed(Buffer.alloc(32, 4)) };

/** A policy with these logs and one witness, which has cosigned them. */
function witnessedBy(keys: string[]): string[] {
  const witnessKey = witnessKeyOf(witness);
  for (const log of db().select().from(logs).all()) {
    const text = parseNote(log.checkpoint)?.text ?? '';
    keepCosignature(log, parseVerifierKey(witnessKey) as VerifierKey, cosign(text, witness, 1_780_000_000));
  }
  const path = join(folder, 'policy');
  const lines = [...keys.map((key) => `log ${key}`), `witness w ${witnessKey}`, 'quorum w', ''];
  writeFileSync(path, lines.join('\n'));
  return ['--policy', path];
}

/** Lets the command reach this site. */
const connect = () => vi.stubGlobal('fetch', async (url: string | URL) => fetchRaw(new URL(url).pathname));
afterEach(() => void vi.unstubAllGlobals());

const TREES: [string, (entries: string[]) => string[]][] = [
  ['in a tree with one entry', () => []],
  ['in the place of the newest entry', (entries) => entries.slice(0, -1)],
  ['after the newest entry', (entries) => entries],
];

describe('a back-dated certificate', () => {
  /** Expects the verdict of the site, on a forged and a genuine file, before and after a new origin. */
  async function expectNotInLog(
    keyOf: (log: Log) => KeyObject,
    before: (entries: string[]) => string[],
    andThen?: (forged: Uint8Array, genuine: Uint8Array, did: string) => Promise<void>,
  ) {
    const { issuer, file } = await issued();
    await makeCertificate(issuer, { allowDuplicate: true });
    const log = ownLog();
    const forged = await backDated(log, keyOf(log), issuer, before(entriesOf(log)));
    const genuine = await file('pdf');
    for (const renew of [() => undefined, beginNewOrigin]) {
      renew();
      const report = await authenticateOverApi(forged);
      const of = Object.fromEntries(report.checks.map(({ id, passed }) => [id, passed]));
      expect(of).toMatchObject({ file: true, signature: true, issuer: true, log: false });
      expect([report.verdict, await verdictOnPage(forged)]).toEqual(['not-in-log', 'not-in-log']);
      expect((await authenticateOverApi(genuine)).verdict).toBe('genuine');
      await andThen?.(forged, genuine, currentIssuerKey(issuer.id).did);
    }
  }

  /**
   * The command asks the log, with a witness or with the newest log's key.
   * @param isNext whether the forged entry has the index of the next one, which the log may get
   */
  const expectPolicyToTell =
    (isNext: boolean) => async (forged: Uint8Array, genuine: Uint8Array, did: string) => {
      connect();
      const [all, newest] = [verifierKeys(), verifierKeys().slice(-1)];
      for (const policy of [witnessedBy(all), witnessedBy(newest)]) {
        const options = [...policy, '--did', did];
        const verdict = isNext && all.length === 1 ? 'unknown' : 'not-in-log';
        expect(await verdictOfCommand(forged, options)).toBe(verdict);
        expect(await verdictOfCommand(genuine, options)).toBe('genuine');
        expect(await verdictOfCommand(forged, [...options, '--offline'])).not.toBe('genuine');
      }
      if (all.length === 1) return;
      for (const keys of [newest, all]) {
        const options = keys.flatMap((key) => ['--key', key]);
        expect(await verdictOfCommand(forged, options)).toBe('not-in-log');
        expect(await verdictOfCommand(genuine, options)).toBe('genuine');
      }
    };

  describe.each(TREES)('%s', (what, before) => {
    const isNext = what === 'after the newest entry';

    it('forged with the master key is in the log for nobody', () =>
      expectNotInLog(derivedKey, before, async (forged, genuine) => {
        expect(await verdictOfCommand(forged, allKeys())).toBe('not-in-log');
        expect(await verdictOfCommand(genuine, allKeys())).toBe('genuine');
      }));

    it('forged with the master key of a site whose log has a derived key is not in its log', () => {
      beginDerivedLog();
      return expectNotInLog(derivedKey, before, expectPolicyToTell(isNext));
    });

    it('forged with the log’s key is not in its log', () =>
      expectNotInLog(ownKey, before, expectPolicyToTell(isNext)));
  });
});
