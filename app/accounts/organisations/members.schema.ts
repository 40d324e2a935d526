import { z } from 'zod';
import { email, secret } from '#app/shared/fields.ts';
import { printedLine } from '#app/shared/printable.ts';
import { t } from '#messages';
import { GIVEN_ROLES } from './roles.ts';

const role = z.enum(GIVEN_ROLES, { error: () => t('members.roleMustBeIssuerAuthorOrViewer') }).meta({
  description: 'What the member may do: certificates, courses, or reading only',
});
const password = secret(() => t('common.password'))
  .optional()
  .meta({ description: 'Needed if the login is older than ten minutes' });
const chooseMember = { error: () => t('members.pleaseChooseAMember') };
const id = z.string(chooseMember).min(1, chooseMember).max(64);

export const invitationSchema = z.object({ email: email(), role, password });
export const roleChangeSchema = z.object({ role, password });
export const transferSchema = z.object({ userId: id, password });

export const organisationNameSchema = z.object({
  name: printedLine(() => t('members.nameOfTheOrganisation')),
});

/** The forms of the page, which name their member or invitation. */
export const memberRoleFormSchema = z.object({ userId: id, role, password });
export const memberFormSchema = z.object({ userId: id, password });
export const invitationFormSchema = z.object({ invitationId: id, password });
export const tokenFormSchema = z.object({ tokenId: z.string().max(64), password });
export const organisationFormSchema = z.object({ organisationId: id, password });

/** The choice of the organisation that a session acts for. Empty for the account itself. */
export const switchSchema = z.object({
  organisation: z.string().max(64).default(''),
  from: z.string().max(1_000).optional(),
});
