import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { SHELL } from '#app/audit/record-act.server.ts';
import { formatUniqueId, parseUniqueId } from '#app/certificates/unique-id.ts';
import { env } from '#app/config/env.server.ts';
import { deleteMailsAbout } from '#app/mail/delete-mails.server.ts';
import {
  DATABASE_ENTRY,
  formatManifest,
  KEYS_ENTRY,
  MANIFEST_ENTRY,
  makeBackupFolder,
  uploadEntry,
} from '#app/operations/archive.server.ts';
import { migrateSite } from '#app/operations/migrate-site.server.ts';
import { unpackBackup } from '#app/operations/unpack-backup.server.ts';
import { recordBackup, type Writer, writeArchive } from '#app/operations/write-backup.server.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';
import { type Erasable, eraseCertificates } from './erase-certificate.server.ts';
import { eraseRemains } from './erase-holder.server.ts';

/** `isOfAll`: by a super admin, who erases more than the issuer's own. */
type Erasure = { certificateId: string; erasedBy: string; reason: string; isOfAll: number };
/** A row of a batch that lost its student. In the backup it may not have been issued yet. */
type ErasedRow = { batchId: string; line: number };
/** The ID of a certificate, in groups of four, that lost its holder. In the backup it may wait to be issued. */
type ErasedWaiting = { uniqueId: string; isOfAll: number };
type Erasures = { certificates: Erasure[]; rows: ErasedRow[]; waiting: ErasedWaiting[] };

/** The erasures of the site's database. */
function erasuresOfSite(): Erasures {
  const live = new Database(env().DATABASE_FILE, { readonly: true, fileMustExist: true });
  try {
    const certificates = live
      .prepare<[], Erasure>(
        `select e.certificate_id as certificateId, e.erased_by as erasedBy, e.reason, u.role = 'superadmin' as isOfAll
         from erasures e join users u on u.id = e.erased_by order by e.erased_at`,
      )
      .all();
    const rows = live
      .prepare<[], ErasedRow>(
        `select b.id as batchId, r.line from batch_rows r join batches b on b.seq = r.batch_seq where r.student_email = ''`,
      )
      .all();
    const waiting = live
      .prepare<[], ErasedWaiting>(
        `select a.object_id as uniqueId, coalesce(u.role = 'superadmin', 0) as isOfAll
         from audit_rows a left join users u on u.id = a.actor_id where a.act = 'holder.erased'`,
      )
      .all();
    return { certificates, rows, waiting };
  } finally {
    live.close();
  }
}

/** The addresses of certificates of the open database that wait, and whose holders the site has erased since. */
function addressesOfWaiting(erased: ErasedWaiting[]): Address[] {
  const find = sqlite().prepare<[string], Address>(
    'select student_email as email, issuer_id as issuerId from scheduled_certificates where unique_id = ?',
  );
  return erased.flatMap(({ uniqueId, isOfAll }) => {
    const row = find.get(parseUniqueId(uniqueId) ?? '');
    return row ? [isOfAll === 1 ? { ...row, issuerId: '' } : row] : [];
  });
}

type Held = Erasable & { erasedBy: string; reason: string; isOfAll: number };

type Address = { email: string; issuerId: string };

/** The addresses in rows of batches of the open database that the site has erased since. */
function addressesInRows(rows: ErasedRow[]): Address[] {
  const find = sqlite().prepare<unknown[], Address>(
    `select r.student_email as email, b.issuer_id as issuerId from batch_rows r join batches b on b.seq = r.batch_seq
     where b.id = @batchId and r.line = @line and r.student_email <> ''`,
  );
  return rows.flatMap((row) => find.get(row) ?? []);
}

/** The certificates of the open database whose holders the site has erased since. */
function stillHeld(erasures: Erasure[]): Held[] {
  const find = sqlite().prepare<unknown[], Held>(
    `select c.seq, c.id, c.unique_id as uniqueId, c.issuer_id as issuerId, c.student_name as name, c.student_email as email,
       coalesce((select id from users where id = @erasedBy), c.issuer_id) as erasedBy, @reason as reason, @isOfAll as isOfAll
     from certificates c where c.id = @certificateId
       and not exists (select 1 from erasures e where e.certificate_id = c.id)`,
  );
  return erasures.flatMap((erasure) => find.get(erasure) ?? []);
}

const scopeOf = ({ isOfAll, issuerId }: Held) => (isOfAll === 1 ? '' : issuerId);

/**
 * Erases holders in a copy of a database, and rewrites its file, so that no free page remembers them.
 * @returns how many certificates lost their holder, and whether anything changed
 */
async function eraseInDatabase(path: string, { certificates, rows, waiting }: Erasures) {
  openDatabase(path);
  try {
    migrateSite();
    const held = stillHeld(certificates);
    const others = [...addressesInRows(rows), ...addressesOfWaiting(waiting)];
    await deleteMailsAbout(held.map(({ uniqueId, name }) => ({ id: formatUniqueId(uniqueId), name })));
    for (const certificate of held)
      transaction((tx) =>
        eraseCertificates(tx, SHELL, [certificate], { ...certificate, issuerId: scopeOf(certificate) }),
      );
    const addresses = new Map(
      [...held.map((one) => ({ email: one.email, issuerId: scopeOf(one) })), ...others].map((one) => [
        `${one.issuerId} ${one.email}`,
        one,
      ]),
    );
    for (const { email, issuerId } of addresses.values()) await eraseRemains(SHELL, email, issuerId);
    sqlite().exec('vacuum');
    sqlite().pragma('journal_mode = delete');
    return { erased: held.length, hasChanged: addresses.size > 0 };
  } finally {
    sqlite().close();
  }
}

async function addUploads(writer: Writer, folder: string) {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) await writer.writeFile(uploadEntry(relative(folder, path)), path);
  }
}

/**
 * Erases in a backup the holders that this site has erased since it was written, and rewrites the archive in place. Its database is
 * migrated to this version. The archive is replaced when the new one is complete.
 * @returns how many certificates of the backup lost their holder, or null if it names nobody that was erased
 * @throws AppError invalid when the archive is damaged; storage-full
 */
export async function eraseInBackup(file: string): Promise<number | null> {
  const target = resolve(file);
  const erasures = erasuresOfSite();
  const { folder, remove } = await makeBackupFolder(dirname(target));
  try {
    const [uploads, database] = [join(folder, 'uploads'), join(folder, DATABASE_ENTRY)];
    await mkdir(uploads);
    const { manifest, keys } = await unpackBackup(target, uploads, database);
    const { erased, hasChanged } = await eraseInDatabase(database, erasures);
    if (!hasChanged) return null;
    recordBackup(SHELL, 'backup.erased', { certificates: erased });
    await writeArchive(target, async (writer) => {
      await addUploads(writer, uploads);
      await writer.writeFile(DATABASE_ENTRY, database);
      if (keys) await writer.writeBytes(KEYS_ENTRY, keys);
      const entries = [...writer.entries.values()];
      await writer.writeBytes(MANIFEST_ENTRY, formatManifest(new Date(manifest.createdAt), entries));
      return {};
    });
    return erased;
  } finally {
    await remove();
  }
}
