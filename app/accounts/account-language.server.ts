import { env } from '#app/config/env.server.ts';
import { parseLanguage } from '#app/messages/catalogs.server.ts';
import { preparedValue } from '#db/client.ts';

/** The language of texts for an account: the one that it has chosen, or DEFAULT_LANGUAGE. */
export const accountLanguage = (account: { language: string | null } | undefined | null): string =>
  parseLanguage(account?.language) ?? env().DEFAULT_LANGUAGE;

const languageOfOwner = preparedValue<string | null>(
  `select users.language from memberships join users on users.id = memberships.user_id
   where memberships.organisation_id = ? and memberships.role = 'owner'`,
);

/** The language of texts for the owner of an issuer. */
export const issuerLanguage = (issuerId: string): string =>
  accountLanguage({ language: languageOfOwner().get(issuerId) ?? null });
