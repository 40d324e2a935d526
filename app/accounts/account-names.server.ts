import { env } from '#app/config/env.server.ts';
import { t } from '#messages';

/** The stored name of a deleted account. */
export const DELETED_NAME = '';

/** An account's name as its readers see it. That of a deleted account is in the reader's language. */
export const shownName = (name: string): string =>
  name === DELETED_NAME ? t('deleteAccount.deletedAccount') : name;

/** A name with what distinguishes it from others that look the same: 'Aurora Institute (aurora.institute, certs.example.org)'. */
export const uniqueName = ({ name, username }: { name: string; username: string }): string =>
  `${name} (${username}, ${env().appHost})`;
