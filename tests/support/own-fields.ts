import { encodePicture, insertPicture } from '#app/certificates/field-pictures.server.ts';
import type { OwnField } from '#app/certificates/own-fields.ts';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db, transaction } from '#db/client.ts';
import { certificateFields } from '#db/schema/fields.ts';
import type { Person } from './factories.ts';

/** Declares a field of an organisation. Without more, it is an optional text on the certificate. */
export function makeField(
  { id: issuerId }: Pick<Person, 'id'>,
  key: string,
  more: Partial<OwnField> = {},
): OwnField {
  const field: OwnField = {
    id: newId(),
    key,
    name: key,
    kind: 'text',
    isRequired: false,
    visibility: ['certificate'],
    isSearched: false,
    rules: {},
    ...more,
  };
  db()
    .insert(certificateFields)
    .values({ ...field, issuerId, createdAt: now() })
    .run();
  return field;
}

/** Stores a photograph of an organisation. @returns its SHA-256 in hex, the value of a field */
export async function storePicture(issuerId: string, bytes: Uint8Array, place = 'picture'): Promise<string> {
  const picture = await encodePicture({ account: issuerId }, bytes, place);
  return transaction(() => insertPicture(issuerId, picture, place));
}
