/**
 * The stable codes of the API's errors, with what each means. Codes are never renamed or given another meaning
 * (docs/product.md, The JSON API).
 */
export const ERROR_CODES = {
  invalid: 'The input is not valid; errors has the messages of each field',
  unauthenticated: 'There is no valid bearer token',
  second_factor_required:
    'The password is right, and the login needs a second factor; challenge is for users/login/second-factor',
  second_factor_setup_required: 'The account must set up a second factor in a browser first',
  challenge_ended: 'The login that waited for a second factor has ended; log in again',
  payment_declined: 'The payment was declined',
  forbidden: 'The account may not do this',
  scope_missing:
    'The token lacks the scope that the call needs, which is in scope; null means that it needs a login',
  address_not_allowed: 'The token may not be used from this address',
  account_deletion_pending: 'The account will be deleted; a login in a browser can keep it',
  password_required: 'The login is older than ten minutes; send the password too',
  code_required: "The call needs a code of the account's own second factor; send it in code",
  consent_required: 'The holder has not consented to the look-up; consent says why',
  not_found: 'It does not exist, or the account may not see it',
  method_not_allowed: 'The path does not support the method; Allow lists those that it does',
  conflict: 'Its present state does not allow this',
  duplicate: 'The student already has a valid certificate for the course, which is in duplicateOf',
  timeout: 'The request took too long to arrive',
  too_large: 'The body is too large',
  url_too_long: 'The URL is too long',
  unsupported_media: 'The body has an unsupported type or encoding',
  misdirected: 'The site is not served under this name',
  unprocessable: 'The request cannot be processed',
  idempotency_interrupted: 'The call was made, and its answer is not known any more',
  idempotency_mismatch: 'The Idempotency-Key was used with another body or path',
  rate_limited: 'There were too many requests; Retry-After has the seconds to wait',
  headers_too_large: 'The headers are too large',
  internal: 'The server had an unexpected error',
  not_implemented: 'The server does not know the method',
  busy: 'The server is busy; Retry-After has the seconds to wait, if they are known',
  storage_full: 'There is no space left',
} as const;

export type ErrorName = keyof typeof ERROR_CODES;

const BY_STATUS: Record<number, ErrorName> = {
  400: 'invalid',
  401: 'unauthenticated',
  402: 'payment_declined',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  409: 'conflict',
  413: 'too_large',
  414: 'url_too_long',
  415: 'unsupported_media',
  421: 'misdirected',
  422: 'unprocessable',
  429: 'rate_limited',
  431: 'headers_too_large',
  501: 'not_implemented',
  503: 'busy',
  507: 'storage_full',
};

/** The code of an error without a specific one. */
export const codeOfStatus = (status: number): ErrorName => BY_STATUS[status] ?? 'internal';
