/** The site that issued the corpus of packages/verify: its certificates, and what others may rely on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  cosign,
  type JsonObject,
  type ManifestSigner,
  parseNote,
  parseVerifierKey,
  privateKeyFromSeed,
  readFile,
  type VerifierKey,
  witnessKeyOf,
} from '@certrace/verify';
import { certificateFile } from '#app/certificates/certificate-file.server.ts';
import { loadEnvironment } from '#app/config/env.server.ts';
import { currentIssuerKey } from '#app/credentials/issuer-keys.server.ts';
import { publishedStatusList } from '#app/credentials/published-documents.server.ts';
import { currentLog, type Log } from '#app/log/log.server.ts';
import { privateKeyOf } from '#app/log/log-key.server.ts';
import { keepCosignature, publishCheckpoint } from '#app/log/published-checkpoint.server.ts';
import { configureLog } from '#app/shared/log.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import type { Person } from '../factories.ts';
import { keyFor, signForeign } from '../foreign-badges.ts';

const witness = { name: 'witness.example/w', privateKey: privateKeyFromSeed(Buffer.alloc(32, 4)) };
export const WITNESS_KEY = witnessKeyOf(witness);
const SIGNING = { ec: 'tests/assets/signing/ec.p12', rsa: 'tests/assets/signing/rsa.p12' };

/** Opens an empty site at an address, with keys in a temporary folder. Returns a function that removes the folder. */
export function openSite(address: string): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-corpus-'));
  configure({ APP_URL: address, KEYS_DIR: join(folder, 'keys'), UPLOADS_DIR: folder });
  configureLog();
  openDatabase(':memory:');
  migrateDatabase();
  return () => rmSync(folder, { recursive: true, force: true });
}

let configured: Record<string, string> = {};
const configure = (more: Record<string, string>) => {
  configured = { ...configured, ...more };
  loadEnvironment({
    NODE_ENV: 'production',
    DATABASE_FILE: ':memory:',
    SESSION_SECRET: 'a secret of the tests, long enough to be one',
    SUPPORT_EMAIL: 'support@certrace.example',
    SMTP_URL: '',
    LOG_LEVEL: 'silent',
    LOG_WITNESSES: `${WITNESS_KEY} https://witness.example`,
    ...configured,
  });
};

export function ownLog(): Log {
  const log = currentLog();
  if (!log) throw new Error('The site has no log');
  return log;
}

/** Lets the witness cosign the log as it is. */
export function cosignLog() {
  const log = ownLog();
  const text = parseNote(log.checkpoint)?.text ?? '';
  const key = parseVerifierKey(WITNESS_KEY) as VerifierKey;
  keepCosignature(log, key, cosign(text, witness, Math.floor(Date.now() / 1_000)));
  publishCheckpoint(log);
}

/** The file of a certificate, as its issuer downloads it. With `signature`, PDF readers see who signed it. */
export async function download(
  issuer: Person,
  uniqueId: string,
  format: 'pdf' | 'png',
  signature?: keyof typeof SIGNING,
): Promise<Buffer> {
  const signing = signature
    ? { SIGNING_P12: SIGNING[signature], SIGNING_P12_PASSPHRASE: 'swordfish' }
    : { SIGNING_P12: '', SIGNING_P12_PASSPHRASE: '' };
  configure(signing);
  return Buffer.from(await certificateFile({ actor: issuer.actor }, uniqueId, format).read());
}

/** Signs what a file shows, as an issuer of the site does. */
export function manifestSigner(issuerId: string): ManifestSigner {
  const { did, verificationMethod, privateKey } = currentIssuerKey(issuerId);
  return { issuer: did, verificationMethod, privateKey };
}

/** Signs what a file shows, as the site does: with an issuer's key and the log's. */
export function siteSigner(issuerId: string) {
  const { origin: name } = ownLog();
  const privateKey = privateKeyOf(ownLog());
  if (!privateKey) throw new Error('The site has no key of its log');
  return { ...manifestSigner(issuerId), log: { name, privateKey } };
}

/** The drawn page or picture, the credential and the log proof in a file. */
export function partsOf(file: Uint8Array) {
  const { credential, proof, manifest } = readFile(file);
  if (!manifest || proof === null) throw new Error('The file has no manifest or no log proof');
  return {
    credential: Buffer.from(credential),
    proof,
    manifest: Buffer.from(manifest.bytes),
    drawn: file.subarray(0, manifest.members.length),
  };
}

const FOREVER = '2125-12-31T23:59:59Z';

/** A status list of the site that stays valid, so that the corpus can be checked later. */
async function keptStatusList(number: number, issuerId: string): Promise<JsonObject> {
  const { proof: _, ...list } = JSON.parse((await publishedStatusList(String(number))).toString());
  const { did, privateKey } = currentIssuerKey(issuerId);
  return signForeign({ ...list, validUntil: FOREVER }, [await keyFor(did, privateKey)]);
}

/** All status lists of the site. */
export const keptStatusLists = () => {
  const rows = sqlite().prepare('select number, issuer_id as issuer from status_lists order by number').all();
  return Promise.all(
    (rows as { number: number; issuer: string }[]).map((row) => keptStatusList(row.number, row.issuer)),
  );
};

/** The tables with what a check of a file asks the site. */
const TABLES = [
  'installation',
  'users',
  'organisations',
  'issuer_decisions',
  'issuer_keys',
  'certificates',
  'certificate_revocations',
  'certificate_replacements',
  'status_lists',
  'certificate_credentials',
  'logs',
  'log_entries',
  'log_nodes',
];

const isBytes = (value: unknown): value is { bytes: string } =>
  typeof value === 'object' && value !== null && 'bytes' in value;

/** The site's data as JSON, so that it can be put into a database of a later version. */
export function exportSite(): string {
  const tables = TABLES.map((table) => {
    const rows = sqlite().prepare(`select * from ${table}`).all() as Record<string, unknown>[];
    return `${JSON.stringify(table)}: [\n${rows.map(rowToJson).join(',\n')}\n]`;
  });
  return `{\n${tables.join(',\n')}\n}\n`;
}

const rowToJson = (row: Record<string, unknown>) =>
  JSON.stringify(row, (_, value) =>
    value?.type === 'Buffer' ? { bytes: Buffer.from(value.data).toString('base64') } : value,
  );

/** Puts the data of `exportSite` into the open, empty database. */
export function importSite(json: string) {
  const tables = JSON.parse(json) as Record<string, Record<string, unknown>[]>;
  sqlite().pragma('foreign_keys = off');
  for (const [table, rows] of Object.entries(tables)) {
    for (const row of rows) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      const values = Object.values(row).map((value) =>
        isBytes(value) ? Buffer.from(value.bytes, 'base64') : value,
      );
      sqlite()
        .prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
        .run(values);
    }
  }
  sqlite().pragma('foreign_keys = on');
}
