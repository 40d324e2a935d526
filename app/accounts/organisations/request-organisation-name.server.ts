import type { z } from 'zod';
import { type Actor, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireLogin } from '#app/accounts/require-login.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import type { organisationNameSchema } from './members.schema.ts';
import { requestName } from './request-name.server.ts';

/**
 * Requests a name for the organisation that the actor owns and acts for (`requestName`). An account that registered it and still owns it has
 * the same name.
 * @param input {name}
 * @throws AppError unauthenticated; forbidden unless the actor is the owner, and for a named API token; not-found for another organisation;
 *   rate-limited
 */
export async function requestOrganisationName(
  actor: Actor,
  organisationId: string,
  input: z.output<typeof organisationNameSchema>,
): Promise<{ message: string }> {
  requireOrganisation(actor, 'manage');
  requireLogin(actor);
  if (actor.organisation.id !== organisationId) throw notFound();
  return requestName(actor, actor.organisation, input);
}
