import { env } from '#app/config/env.server.ts';
import { parseLanguage } from '#app/messages/catalogs.server.ts';
import { preparedValue } from '#db/client.ts';

const ofAccount = preparedValue<string | null>(
  `select coalesce((select language from users where email = @address),
     (select language from users where id = (select user_id from account_addresses where address = @address)))`,
);

/** The choice of a certificate's issuer: the language of its design, or else the one in which its owner reads. */
const CHOICE = `case when certificates.design_version_id is null
    then coalesce(issuer.language, owner.language)
    else coalesce(json_extract(design_versions.design, '$.language'), 'en') end
  from certificates
  left join design_versions on design_versions.id = certificates.design_version_id
  left join users issuer on issuer.id = certificates.issuer_id
  left join memberships on memberships.organisation_id = certificates.issuer_id and memberships.role = 'owner'
  left join users owner on owner.id = memberships.user_id`;

// Each parameter is in a subquery. SQLite would plan the joins again for each value of a plain parameter, at
// ten times the cost.
const ofCertificate = preparedValue<string | null>(`select ${CHOICE} where certificates.seq = (select ?)`);
const ofNewest = preparedValue<string | null>(
  `select ${CHOICE} where certificates.student_email = (select ?) order by certificates.seq desc limit 1`,
);

/**
 * The language in which somebody reads a mail: that of the account with this address, or else the choice of the issuer of the
 * certificate, or else DEFAULT_LANGUAGE.
 * @param certificateSeq the certificate that the mail is about; without one, the newest one that was issued to the address
 * @param otherwise replaces DEFAULT_LANGUAGE
 */
export function recipientLanguage(
  address: string,
  certificateSeq: number | null = null,
  otherwise: string = env().DEFAULT_LANGUAGE,
): string {
  const own = parseLanguage(ofAccount().get({ address }));
  if (own) return own;
  const chosen = certificateSeq === null ? ofNewest().get(address) : ofCertificate().get(certificateSeq);
  return parseLanguage(chosen) ?? otherwise;
}
