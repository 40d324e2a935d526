import { hashToken, newToken } from '#app/shared/ids.server.ts';

/**
 * Reads the hidden field `formKey`, which makes a form that is sent twice, by a double click or a reload, act once.
 * @param input part of the idempotency key, because other input from the same form is another request
 */
export function onceOnly(fields: FormData, input: unknown) {
  const formKey = String(fields.get('formKey') ?? newToken()).slice(0, 100);
  return { formKey, idempotencyKey: hashToken(formKey + JSON.stringify(input)) };
}
