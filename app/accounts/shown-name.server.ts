import { t } from '#messages';

/** The stored name of a deleted account. */
export const DELETED_NAME = '';

/** An account's name as its readers see it. That of a deleted account is in the reader's language. */
export const shownName = (name: string): string =>
  name === DELETED_NAME ? t('deleteAccount.deletedAccount') : name;
