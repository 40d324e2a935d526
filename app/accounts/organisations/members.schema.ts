import { z } from 'zod';
import { email, secret } from '#app/shared/fields.ts';

/** The roles that an owner gives. Ownership is transferred instead. */
export const GIVEN_ROLES = ['issuer', 'author', 'viewer'] as const;

const role = z.enum(GIVEN_ROLES, { error: 'Role must be issuer, author or viewer.' }).meta({
  description: 'What the member may do: certificates, courses, or reading only',
});
const password = secret('Password')
  .optional()
  .meta({ description: 'Needed if the login is older than ten minutes' });
const id = z.string({ error: 'Please choose a member.' }).min(1, 'Please choose a member.').max(64);

export const invitationSchema = z.object({ email: email(), role, password });
export const roleChangeSchema = z.object({ role, password });
export const transferSchema = z.object({ userId: id, password });

/** The forms of the page, which name their member or invitation. */
export const memberRoleFormSchema = z.object({ userId: id, role, password });
export const memberFormSchema = z.object({ userId: id, password });
export const invitationFormSchema = z.object({ invitationId: id, password });
export const organisationFormSchema = z.object({ organisationId: id, password });

/** The choice of the organisation that a session acts for. Empty for the account itself. */
export const switchSchema = z.object({
  organisation: z.string().max(64).default(''),
  from: z.string().max(1_000).optional(),
});
