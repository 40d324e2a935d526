import { z } from 'zod';
import 'zod-openapi';
import { GIVEN_ROLES, MEMBER_ROLES } from '#app/accounts/organisations/roles.ts';
import { column, object, part, time } from '#app/routes/api/v1/object.ts';
import { tokenObject } from './accounts.ts';

const _id = column('id', z.string().meta({ examples: ['01a1f830-1c68-773e-87eb-df1831d44d59'] }));
const role = z.enum(MEMBER_ROLES).meta({ examples: ['issuer'] });
const instant = time(z.iso.datetime().meta({ examples: ['2026-11-20T09:03:39.000Z'] }));

export const organisationObject = object('Organisation', {
  _id,
  name: z.string(),
  username: z.string(),
  role,
  since: instant,
  isOffered: z.boolean().meta({ description: 'Whether the account was asked to take the ownership over' }),
  isActing: z.boolean().meta({ description: 'Whether this login or token acts for it' }),
});

export const memberObject = object('Member', {
  _id,
  name: z.string(),
  email: z.string().nullable(),
  role,
  since: instant,
  invitedBy: z.string().nullable().meta({ description: 'The name of the member who invited this one' }),
  isOffered: z.boolean().meta({ description: 'Whether this member was asked to take the ownership over' }),
});

export const memberTokenObject = object('MemberToken', {
  ...tokenObject.members,
  member: part({ _id, name: z.string() }),
});

export const invitationObject = object('Invitation', {
  _id,
  email: z.string(),
  role: z.enum(GIVEN_ROLES),
  createdAt: instant,
  expiresAt: instant,
});
