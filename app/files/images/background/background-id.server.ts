import { hash } from 'node:crypto';

/** What a background consists of, as it is stored. */
export type BackgroundBytes = { png: Uint8Array; pdf: Uint8Array };

/** What identifies a background. Equal uploads give equal ones. */
export const backgroundId = (page: string, { png, pdf }: BackgroundBytes): string =>
  hash('sha256', JSON.stringify([page, hash('sha256', png), hash('sha256', pdf)]));
