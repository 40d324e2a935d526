/** A site whose log has one witness, and what others who rely on this witness need. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  cosign,
  parseNote,
  parseVerifierKey,
  privateKeyFromSeed,
  type VerifierKey,
  witnessKeyOf,
} from '@certrace/verify';
import { afterAll, beforeAll, expect } from 'vitest';
import { verifierKeys } from '#app/log/log.server.ts';
import { keepCosignature, keepCosigned, publishCheckpoint } from '#app/log/published-checkpoint.server.ts';
import { bundleForBrowser } from '../../packages/verify/scripts/browser.ts';
import type * as BrowserModule from '../../packages/verify/src/browser/index.ts';
import { verifyCommand } from '../../packages/verify/src/command.ts';
import type { Person } from './factories.ts';
import { fetchRaw } from './handler.ts';
import { ownLog } from './own-log.ts';
import { testEnvironment } from './setup.ts';

const witness = { name: 'witness.example/w', privateKey: privateKeyFromSeed(Buffer.alloc(32, 4)) };
const WITNESS_KEY = witnessKeyOf(witness);

export const openWitnessedSite = () =>
  testEnvironment({
    NODE_ENV: 'production',
    APP_URL: 'https://certs.example.org',
    LOG_WITNESSES: `${WITNESS_KEY} https://witness.example`,
    RATE_LIMITS: 'off',
  });

export const cosigned = (checkpoint: string, time: number) =>
  cosign(parseNote(checkpoint)?.text ?? '', witness, Math.floor(time / 1_000));

/** The witness cosigns the newest checkpoint of the site, which publishes it. */
export function witnessLog(time: number) {
  const log = ownLog();
  keepCosignature(log, parseVerifierKey(WITNESS_KEY) as VerifierKey, cosigned(log.checkpoint, time));
  keepCosigned(publishCheckpoint(log));
}

/** A policy with all logs of the site and its witness. */
export const policyOfSite = () =>
  [...verifierKeys().map((key) => `log ${key}`), `witness w ${WITNESS_KEY}`, 'quorum w', ''].join('\n');

/** A file of a certificate, as its issuer downloads it. */
export async function download(issuer: Person, uniqueId: string, format = 'pdf'): Promise<Buffer> {
  const headers = { authorization: `Bearer ${issuer.token}` };
  const response = await fetchRaw(`/certificates/${uniqueId}.${format}`, { headers });
  expect([format, response.status]).toEqual([format, 200]);
  return Buffer.from(await response.arrayBuffer());
}

export async function fetched(path: string): Promise<Buffer> {
  const response = await fetchRaw(path);
  expect([path, response.status]).toEqual([path, 200]);
  return Buffer.from(await response.arrayBuffer());
}

/** The command, with files in a folder of the test file, and the verifier as browsers have it. */
export function otherVerifiers() {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-verifiers-'));
  const verifiers = {
    browser: undefined as unknown as typeof BrowserModule,
    save(name: string, bytes: Uint8Array | string): string {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    },
    /** The verdict of the command. */
    async byCommand(...args: string[]): Promise<string> {
      const lines: string[] = [];
      await verifyCommand(args, (line) => lines.push(line));
      return lines.join('\n').trim().split('\n').at(-1) ?? '';
    },
  };
  beforeAll(async () => {
    const path = verifiers.save('browser.mjs', await bundleForBrowser('index.ts', 'es'));
    verifiers.browser = await import(/* @vite-ignore */ pathToFileURL(path).href);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return verifiers;
}
