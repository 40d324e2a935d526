import type { AppError } from '#app/shared/errors.server.ts';
import type { ActorUser } from './actor.server.ts';
import { deletionDueAt, deletionPending, KEEP_PATH } from './pending-deletion.server.ts';
import { mustSetUp, SETUP_PATH, setupRequired } from './second-factor/must-set-up.server.ts';

/** A restriction of an account to one page, until it has completed the page's form. */
export type Restriction = {
  /** The only page that it sees. */
  path: string;
  /** The error of programs that act for it. */
  error: () => AppError;
};

const SETUP: Restriction = { path: SETUP_PATH, error: setupRequired };
const DELETION: Restriction = { path: KEEP_PATH, error: deletionPending };

/**
 * The restriction of an account, or null. A pending deletion comes before a required second factor.
 * @param dueAt when it will be deleted, if that was just read
 */
export function restrictionOf(
  user: Pick<ActorUser, 'id' | 'role'>,
  dueAt = deletionDueAt(user.id),
): Restriction | null {
  if (dueAt !== null) return DELETION;
  return mustSetUp(user) ? SETUP : null;
}
