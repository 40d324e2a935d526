import { env } from '#app/config/env.server.ts';
import { t } from '#messages';

/** Problems of the configuration that do not prevent the start. */
export const configurationWarnings = (): string[] => [
  ...[env().foreignSender].flatMap((domain) =>
    domain === null ? [] : [t('configurationWarnings.mailFromIsOfAnotherDomain', { domain })],
  ),
  ...(env().lacksMailFrom ? [t('configurationWarnings.mailFromIsNotSet', { address: env().MAIL_FROM })] : []),
  ...env().misspelled.map(({ name, nearest }) => t('configurationWarnings.isNoVariable', { name, nearest })),
];
