import { hashToken, newToken } from '#app/shared/ids.server.ts';

/**
 * The idempotency key of a form, from its hidden field `formKey`: the form acts once when it is sent twice, by a double click or a
 * reload. A form without a key, or with an empty one, acts each time.
 * @param input part of the idempotency key, because other input from the same form is another request
 */
export function idempotencyKeyOf(fields: FormData, input: unknown) {
  const formKey = String(fields.get('formKey') || newToken());
  return hashToken(formKey + JSON.stringify(input));
}
