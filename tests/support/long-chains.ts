import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, type Person } from './factories.ts';

/** Copies a certificate `copies` times, with the letter `tag` in front of new IDs. Takes a second for 12,000 rows. */
function copyCertificate(uniqueId: string, tag: string, copies: number) {
  sqlite()
    .prepare(
      `insert into certificates (id, unique_id, issuer_id, issuer_name, issuer_username, student_name, student_email,
         course_name, issue_date, expiry_date, layout_version, created_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < @copies)
       select @tag || i, printf('%s%015d', @tag, i), issuer_id, issuer_name, issuer_username, student_name, student_email,
         course_name, issue_date, expiry_date, layout_version, created_at
       from certificates, n where unique_id = @uniqueId`,
    )
    .run({ tag, copies, uniqueId: uniqueId.replaceAll('-', '') });
}

const revokeCopies = (tag: string, before: number) =>
  sqlite()
    .prepare(
      `insert into certificate_revocations (certificate_id, certificate_seq, issuer_id, reason, revoked_by, revoked_at)
       select id, seq, issuer_id, 'Replaced.', issuer_id, created_at from certificates
       where id glob @tag || '[0-9]*' and cast(substr(id, 2) as integer) < @before`,
    )
    .run({ tag, before });

/**
 * Makes a certificate that was replaced, and its replacement too, and so on.
 * @param tag a letter of Crockford's base32, different for each chain
 * @returns the IDs of the first and the newest certificate
 */
export async function makeChain(issuer: Person, length: number, tag = 'A') {
  const { uniqueId } = await makeCertificate(issuer);
  copyCertificate(uniqueId, tag, length);
  revokeCopies(tag, length);
  sqlite()
    .prepare(
      `insert into certificate_replacements (certificate_id, replacement_id)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < @length - 1)
       select @tag || i, @tag || (i + 1) from n`,
    )
    .run({ tag, length });
  const idOf = (place: number) => `${tag}${String(place).padStart(15, '0')}`.replace(/.{4}(?!$)/g, '$&-');
  return { first: idOf(1), newest: idOf(length), idOf };
}

/** Makes certificates of one student for one course, all of them revoked. */
export async function makeRevokedCopies(issuer: Person, copies: number, tag = 'B') {
  const certificate = await makeCertificate(issuer);
  copyCertificate(certificate.uniqueId, tag, copies);
  revokeCopies(tag, copies + 1);
  revokeCertificate(issuer.actor, certificate.uniqueId, { reason: 'A mistake' });
  return certificate;
}
