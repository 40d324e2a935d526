import { eq } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { parseLanguage } from '#app/messages/reader-language.server.ts';
import { preparedValue, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import type { Actor } from './actor.server.ts';

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

/**
 * Keeps the language in which an account reads pages and mails. A visitor has none.
 * @param language one of the site
 */
export function chooseLanguage(actor: Actor, language: string) {
  if (actor.kind !== 'user') return;
  const { id } = actor.user;
  transaction((tx) => tx.update(users).set({ language }).where(eq(users.id, id)).run());
}
