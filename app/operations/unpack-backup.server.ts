import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ExtractEvents, extract as startExtract } from 'tar-stream';
import { AppError, invalid, isDiskFull, messageOf } from '#app/shared/errors.server.ts';
import {
  DATABASE_ENTRY,
  KEYS_ENTRY,
  KEYS_MAX_BYTES,
  MANIFEST_ENTRY,
  MANIFEST_MAX_BYTES,
  type ManifestEntry,
  parseManifest,
  pathOfUpload,
} from './archive.server.ts';
import { requireSpace } from './site-status.server.ts';

type Entry = ExtractEvents['entry'][1];

export const damaged = (why: string) => invalid(`The backup is damaged: ${why}. Nothing was restored.`);

async function* chunksOf(entry: Entry) {
  for await (const chunk of entry) if (chunk instanceof Uint8Array) yield chunk;
}

async function forEachEntry(file: string, work: (entry: Entry) => Promise<void>, signal?: AbortSignal) {
  const extract = startExtract();
  const reading = pipeline(createReadStream(file), extract, { signal });
  reading.catch(() => undefined);
  for await (const entry of extract) await work(entry);
  await reading;
}

async function readAll(entry: Entry, most: number): Promise<Buffer> {
  if ((entry.header.size ?? 0) > most) throw damaged(`${entry.header.name} is too large`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Unpacked = { found: Map<string, ManifestEntry>; manifest: Buffer | undefined; keys: Buffer | undefined };

/** A stream to the place of an entry: uploads into a temporary folder, the database beside its final path. */
async function openPlace(name: string, size: number, uploads: string | null, database: string) {
  const path = pathOfUpload(name);
  if (name !== DATABASE_ENTRY && path === null)
    throw damaged(`it has an entry named ${JSON.stringify(name)}`);
  if (path !== null && uploads === null) return new Writable({ write: (_chunk, _encoding, done) => done() });
  const place = path === null || uploads === null ? database : join(uploads, path);
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  if (place === database) await requireSpace(dirname(place), size, 'Unpacking the database');
  return createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true });
}

async function unpackEntry(entry: Entry, unpacked: Unpacked, uploads: string | null, database: string) {
  const { name, type, size = 0 } = entry.header;
  if (unpacked.manifest) throw damaged('there is an entry after its manifest');
  if (type !== 'file') throw damaged(`${JSON.stringify(name)} is not a file`);
  if (unpacked.found.has(name)) throw damaged(`${name} is in it twice`);
  if (name === MANIFEST_ENTRY) {
    unpacked.manifest = await readAll(entry, MANIFEST_MAX_BYTES);
    return;
  }
  const hash = createHash('sha256');
  if (name === KEYS_ENTRY) {
    unpacked.keys = await readAll(entry, KEYS_MAX_BYTES);
    hash.update(unpacked.keys);
  } else {
    const output = await openPlace(name, size, uploads, database);
    await pipeline(async function* () {
      for await (const chunk of chunksOf(entry)) {
        hash.update(chunk);
        yield chunk;
      }
    }, output);
  }
  unpacked.found.set(name, { name, size, sha256: hash.digest('hex') });
}

/**
 * Unpacks a backup and compares each entry with the manifest.
 * @param uploads folder for the uploads; null to unpack only the database
 * @param database path for the unpacked database
 * @throws AppError invalid when the archive is damaged or has an unexpected entry; storage-full; the reason of `signal`
 */
export async function unpackBackup(
  file: string,
  uploads: string | null,
  database: string,
  signal?: AbortSignal,
) {
  const unpacked: Unpacked = { found: new Map(), manifest: undefined, keys: undefined };
  try {
    await forEachEntry(file, (entry) => unpackEntry(entry, unpacked, uploads, database), signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AppError || isDiskFull(error)) throw error;
    throw damaged(messageOf(error));
  }
  const manifest = unpacked.manifest && parseManifest(unpacked.manifest);
  if (!manifest) throw damaged('its end is missing');
  const expected = new Map(manifest.entries.map((entry) => [entry.name, entry]));
  for (const { name, size, sha256 } of unpacked.found.values()) {
    const entry = expected.get(name);
    if (entry?.size !== size || entry.sha256 !== sha256) throw damaged(`${name} is not as it was written`);
  }
  const lost = [...expected.keys()].find((name) => !unpacked.found.has(name));
  if (lost !== undefined || !expected.has(DATABASE_ENTRY))
    throw damaged(`${lost ?? 'its database'} is missing`);
  return { manifest, keys: unpacked.keys };
}

/**
 * Reads a backup's manifest without unpacking the backup.
 * @throws AppError invalid when the backup does not exist
 */
export async function readManifest(file: string) {
  let bytes: Buffer | undefined;
  try {
    await forEachEntry(file, async (entry) => {
      if (entry.header.name === MANIFEST_ENTRY) bytes = await readAll(entry, MANIFEST_MAX_BYTES);
      else entry.resume();
    });
  } catch (error) {
    throw invalid(`${file}: ${messageOf(error)}`);
  }
  const manifest = bytes && parseManifest(bytes);
  if (!manifest) throw invalid(`${file} is not a backup, or its end is missing.`);
  return manifest;
}
