/** The scopes of named API tokens, in the order of forms and documents. */
export const SCOPES = [
  'certificates:issue',
  'certificates:read',
  'certificates:revoke',
  'batches:write',
  'designs:write',
  'verifications:pay',
  'verifications:read',
  'payments:read',
  'courses:read',
  'courses:write',
  'webhooks:write',
  'audit:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes whose names a stored list contains. Names that no longer exist are left out. */
export const scopesIn = (names: readonly string[]): Scope[] =>
  SCOPES.filter((scope) => names.includes(scope));
