import { env } from '#app/config/env.server.ts';
import { ConfigurationError } from '#app/config/variables.ts';
import { languages } from '#app/messages/catalogs.server.ts';

/** @throws ConfigurationError if the site has no messages in DEFAULT_LANGUAGE */
export function requireDefaultLanguage() {
  if (!languages().includes(env().DEFAULT_LANGUAGE))
    throw new ConfigurationError(`DEFAULT_LANGUAGE: must be one of ${languages().join(', ')}`);
}
