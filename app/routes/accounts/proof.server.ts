import type { Actor } from '#app/accounts/actor.server.ts';
import { hasRecentProof } from '#app/accounts/require-login.server.ts';
import { hasPasskeys } from '#app/accounts/second-factor/passkeys.server.ts';
import { redirectWithToast, type Submission } from '#app/routes/form.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';

/** Whether forms have to ask who it is, and how. */
export type Proof = { isNeeded: boolean; hasPasskeys: boolean; isSuperAdmin: boolean };

export const proofOf = (actor: Actor): Proof =>
  'user' in actor
    ? {
        isNeeded: !hasRecentProof(actor),
        hasPasskeys: hasPasskeys(actor.user.id),
        isSuperAdmin: actor.user.role === 'superadmin',
      }
    : { isNeeded: false, hasPasskeys: false, isSuperAdmin: false };

/** Redirects to the page that asks for the password if an error says that it is needed, and rethrows every other error. */
function leadToProof(error: unknown, { pathname, search }: URL): never {
  if (!(error instanceof AppError) || error.details?.code !== 'password_required') throw error;
  const page = withRedirectTo('/settings/proof', parseRedirectTarget(pathname + search));
  throw redirectWithToast(page, error.message, { kind: 'error' });
}

/** The `perform` of a form without a field for the password: the page that asks for it follows when a recent proof is needed. */
export const afterProof =
  <Input, Result>(perform: (input: Input, submission: Submission) => Promise<Result>) =>
  (input: Input, submission: Submission): Promise<Result> =>
    perform(input, submission).catch((error) => leadToProof(error, submission.url));
