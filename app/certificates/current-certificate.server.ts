import { preparedSql } from '#db/client.ts';
import { formatUniqueId } from './unique-id.ts';

const current = preparedSql<{ uniqueId: string }>(
  `with recursive later (id, place) as (
     select @id, 0 union all
     select coalesce(r.replacement_id, n.renewal_id), place + 1 from later e
     left join certificate_replacements r on r.certificate_id = e.id
     left join certificate_renewals n on n.certificate_id = e.id
     where coalesce(r.replacement_id, n.renewal_id) is not null)
   select c.unique_id as uniqueId from later e join certificates c on c.id = e.id
   where @emails is null or c.student_email in (select value from json_each(@emails))
   order by e.place desc limit 1`,
);

/**
 * Follows replacements and renewals to the newest certificate, and returns its ID in groups of four. Callers must have checked permission.
 * @param emails the addresses of a holder, who sees only certificates that were issued to them
 * @returns null if none was issued to them
 */
export function currentCertificate(certificateId: string, emails?: readonly string[]): string | null {
  const row = current().get({ id: certificateId, emails: emails ? JSON.stringify(emails) : null });
  return row ? formatUniqueId(row.uniqueId) : null;
}
