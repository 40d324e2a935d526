import { pictureOf } from '#app/certificates/field-pictures.server.ts';
import { pictureUrl } from '#app/routes/pieces/pictures.server.ts';
import type { OwnValue } from './own-texts.ts';

function toShown(issuerId: string, { name, kind, value }: OwnValue): OwnValue[] {
  if (kind !== 'picture') return [{ name, kind, value }];
  const bytes = pictureOf(issuerId, String(value));
  return bytes ? [{ name, kind, value: pictureUrl(bytes, 'image/jpeg') }] : [];
}

/**
 * The values of own fields that a page shows. Photographs are within the page, so that who sees them is decided once, with the page.
 * @param fields those that the reader of the page sees
 */
export const ownValues = (issuerId: string, fields: readonly OwnValue[]): OwnValue[] =>
  fields.flatMap((field) => toShown(issuerId, field));
