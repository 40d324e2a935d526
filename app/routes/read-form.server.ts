import { keyOf } from '#app/certificates/own-fields.ts';
import { FORM_BYTES } from '#app/server/edge/body-limit.ts';
import { tooLargeTexts } from '#app/server/edge/http-error.server.ts';
import { readBody } from '#app/server/edge/read-body.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Field names must be flat, but for those of own fields, because conform parses `a[99999999]` and `a.b` as paths and allocates arrays of that length. */
export const FIELD_NAME = /^(?:[a-z][\w-]{0,63}|fields\.[a-z][a-z0-9]{0,29})$/i;
const MAX_FIELDS = 200;

/** Limits of a form that is larger than most. The `handle` of its route allows the same number of bytes. */
export type FormLimits = { bytes?: number; fields?: number };

/** A form that was read, and why files of it were refused. */
export type ReadForm = { form: FormData; refused?: AppError | null };

export const unreadableForm = () => t('readForm.theFormCouldNotBeRead');

/** Counts a body's fields by their separators before parsing, because fields cost more than bytes. */
function countFields(bytes: Uint8Array, type: string): number {
  const separator = /^multipart/i.test(type) ? '\r\n--' : '&';
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + 1)) count += 1;
  return count;
}

/**
 * Reads the fields of a posted form.
 * @throws AppError unsupported-media for another content type; too-large, even where an upload may be larger; invalid for a
 *   malformed body or field names that no form of this site has; those of `readBody`
 */
export async function readForm(
  request: Request,
  { bytes: maxBytes = FORM_BYTES, fields = MAX_FIELDS }: FormLimits = {},
): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!FORM_TYPES.test(type)) throw new AppError('unsupported-media', t('readForm.theFormMustBeUrlEncoded'));
  const bytes = await readBody(request, maxBytes);
  if (bytes === null) throw new AppError('too-large', tooLargeTexts());
  if (countFields(bytes, type) > fields) throw new AppError('invalid', unreadableForm());
  let form: FormData;
  try {
    form = await new Response(bytes as BodyInit, { headers: { 'Content-Type': type } }).formData();
  } catch (cause) {
    throw new AppError('invalid', unreadableForm(), { cause });
  }
  if (![...form.keys()].every((name) => FIELD_NAME.test(name))) {
    throw new AppError('invalid', unreadableForm());
  }
  return form;
}

/** What a form has of own fields, by key. An empty control says that there is no value. Conform would leave it out. */
export const enteredFields = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = keyOf(name);
      return key !== undefined && typeof value === 'string' ? [[key, value]] : [];
    }),
  );
