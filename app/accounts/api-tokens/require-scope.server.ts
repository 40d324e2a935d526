import type { Actor } from '#app/accounts/actor.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import type { Scope } from './scopes.ts';

/** The error for a token whose scopes do not cover a call. @param scope the scope that the call needs; null if none covers it */
export const scopeMissing = (scope: Scope | null, message: string) =>
  new AppError('forbidden', message, { details: { code: 'scope_missing', scope } });

/**
 * Requires that a token covers a call. Logins and tokens without scopes may do all that their role may do.
 * @param scope the scope that the call needs; null if only logins may make it
 * @throws AppError forbidden with the code 'scope_missing'
 */
export function requireScope(actor: Actor, scope: Scope | null) {
  if (actor.kind !== 'apiToken' || actor.scopes === null) return;
  if (scope === null) throw scopeMissing(null, t('requireScope.aTokenWithScopesCannotMakeThisCall'));
  if (!actor.scopes.includes(scope))
    throw scopeMissing(scope, t('requireScope.thisCallNeedsAToken', { scope }));
}
