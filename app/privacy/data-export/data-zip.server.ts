import { makeZip } from 'client-zip';
import { ownedBy } from '#app/accounts/organisations/membership.server.ts';
import { pictureOf, picturesIn } from '#app/certificates/field-pictures.server.ts';
import { env } from '#app/config/env.server.ts';
import { filesOfMedia, type MediaKind } from '#app/files/media/files.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { letOthersRun } from '#app/shared/background-work.server.ts';
import { csvLine } from '#app/shared/lists/csv-line.server.ts';
import { preparedSql } from '#db/client.ts';
import { t } from '#messages';
import { KINDS } from './kinds-of-data.server.ts';
import type { OwnData, Row } from './own-data.server.ts';

type Options = {
  userId: string;
  /** Whether the ZIP contains the files that the account uploaded. */
  withFiles: boolean;
};

type Entry = { name: string; input: AsyncIterable<Uint8Array> | Uint8Array };

const CHUNK_CHARACTERS = 65_536;

/** Joins short texts, because each piece of an entry costs a turn. */
async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}

async function* jsonOf(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield '\n]\n';
}

async function* csvOf(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const row of rows) {
    if (isFirst) yield csvLine(Object.keys(row));
    isFirst = false;
    yield csvLine(Object.values(row).map((value) => (value === null ? null : String(value))));
  }
}

async function isEmpty(rows: AsyncIterable<Row>): Promise<boolean> {
  for await (const _ of rows) return false;
  return true;
}

const readme = (kinds: { name: string; about: () => string }[], withFiles: boolean) =>
  [
    t('dataZip.everythingThatHostHoldsAboutYourAccount', { host: env().appHost }),
    '',
    t('dataZip.eachKindOfDataIsHereTwice'),
    '',
    ...kinds.map(({ name, about }) => t('page.labelValue', { label: name, value: about() })),
    '',
    withFiles ? t('dataZip.theFolderFilesHasWhatYouUploaded') : t('dataZip.thereWasNoSpaceForTheFiles'),
    t('dataZip.secretsSuchAsTheHashOfYour'),
    t('dataZip.kindsOfWhichNothingIsHeldAre'),
    '',
  ].join('\r\n');

const mediaOf = preparedSql<{ id: string; kind: MediaKind; name: string | null }>(
  `select id, kind, (select name from lesson_files where media_id = media.id limit 1) as name
   from media where owner_id = ?`,
);
/** The ends of the names of files. The type of a video is in files.json. */
const extensionOf = (kind: MediaKind, name: string | null) =>
  kind === 'thumbnail' ? '.webp' : (/\.\w+$/.exec(name ?? '')?.[0] ?? '');
const picturesOf = preparedSql<{ hash: string }>('select hash from design_images where issuer_id = ?');
const picture = preparedSql<{ bytes: Buffer }>(
  'select bytes from design_images where issuer_id = ? and hash = ?',
);

const backgroundsOf = preparedSql<{ id: string }>('select id from design_backgrounds where issuer_id = ?');
const background = preparedSql<{ png: Buffer; pdf: Buffer }>(
  'select png, pdf from design_backgrounds where issuer_id = ? and id = ?',
);

/** Copies each piece, because the store fills one buffer again and again, and the ZIP may hold a piece until the next is read. */
async function* copied(pieces: AsyncIterable<Uint8Array>) {
  for await (const piece of pieces) yield Uint8Array.from(piece);
}

/** The files of the organisations that the account owns. */
async function* fileEntries(userId: string): AsyncGenerator<Entry> {
  for (const organisation of ownedBy(userId)) yield* filesOf(organisation);
}

async function* filesOf(organisationId: string): AsyncGenerator<Entry> {
  for (const { id, kind, name: fileName } of mediaOf().all(organisationId)) {
    // Of a thumbnail the largest size.
    const names = filesOfMedia(id, kind).reverse();
    for (const name of names) {
      const bytes = await fileStore().size(name);
      if (bytes === null) continue;
      yield {
        name: `files/${kind}-${id}${extensionOf(kind, fileName)}`,
        input: copied(fileStore().pieces(name, bytes)),
      };
      break;
    }
  }
  for (const { hash } of picturesOf().all(organisationId)) {
    const found = picture().get(organisationId, hash);
    if (found) yield { name: `files/design-${hash.slice(0, 16)}.png`, input: found.bytes };
  }
  for (const { id } of backgroundsOf().all(organisationId)) {
    const found = background().get(organisationId, id);
    if (found) {
      yield { name: `files/background-${id.slice(0, 16)}.png`, input: found.png };
      yield { name: `files/background-${id.slice(0, 16)}.pdf`, input: found.pdf };
    }
  }
}

const photographsOf = preparedSql<{ hash: string }>('select hash from field_pictures where issuer_id = ?');
const WITH_PHOTOGRAPHS = {
  sql: `select issuer_id, fields from certificates
    where student_email in (select value from json_each(@emails)) and instr(fields, '"picture"')`,
};

/** Photographs of the organisations that the account owns, and of the certificates that were issued to its addresses. */
async function* photographEntries(data: OwnData, userId: string): AsyncGenerator<Entry> {
  const found = new Map<string, string>();
  for (const organisation of ownedBy(userId))
    for (const { hash } of photographsOf().all(organisation)) found.set(hash, organisation);
  for await (const { issuer_id: issuerId, fields } of data.rowsOf(WITH_PHOTOGRAPHS))
    for (const { hash } of picturesIn(String(fields))) found.set(hash, String(issuerId));
  for (const [hash, issuerId] of found) {
    const bytes = pictureOf(issuerId, hash);
    if (bytes) yield { name: `files/photograph-${hash}.jpg`, input: bytes };
    await letOthersRun();
  }
}

async function* entries(data: OwnData, { userId, withFiles }: Options): AsyncGenerator<Entry> {
  const sources = [
    ...KINDS.map((kind) => ({ ...kind, rows: () => data.rowsOf(kind) })),
    {
      name: 'mails',
      about: () => t('dataZip.mailsToYouThatAreStillKept'),
      rows: data.mails,
    },
  ];
  const held: typeof sources = [];
  for (const source of sources) {
    if (!(await isEmpty(source.rows()))) held.push(source);
    await letOthersRun();
  }
  yield { name: 'README.txt', input: Buffer.from(readme(held, withFiles)) };
  for (const { name, rows } of held) {
    yield { name: `${name}.json`, input: inChunks(jsonOf(rows())) };
    yield { name: `${name}.csv`, input: inChunks(csvOf(rows())) };
  }
  if (withFiles) yield* fileEntries(userId);
  if (withFiles) yield* photographEntries(data, userId);
}

/** A ZIP of everything that the site holds about an account: JSON and CSV of each kind, its files, and a README. */
export const dataZip = (data: OwnData, options: Options): ReadableStream<Uint8Array> =>
  makeZip(entries(data, options));
