import { env } from '#app/config/env.server.ts';
import { parseLanguage } from '#app/messages/catalogs.server.ts';

/** The language in which an account reads what is written for it: its own, or DEFAULT_LANGUAGE. */
export const accountLanguage = (account: { language: string | null } | undefined | null): string =>
  parseLanguage(account?.language) ?? env().DEFAULT_LANGUAGE;
