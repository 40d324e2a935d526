import { compose, LANE } from './compose.server.ts';

type Person = { name: string; email: string };
type About = { organisation: string };

const ROLES = {
  owner: 'owner, who manages everything',
  issuer: 'issuer, who issues certificates',
  author: 'author, who teaches courses',
  viewer: 'viewer, who reads everything',
} as const;
type Role = keyof typeof ROLES;

const to = ({ name, email }: Person) => ({ name, address: email });

/** The link of an invitation. Nobody has confirmed the address for this organisation. */
export const invitationMail = (
  address: string,
  { organisation, role, token }: About & { role: Role; token: string },
) =>
  compose({
    lane: LANE.security,
    to: { name: '', address },
    subject: 'You are invited to an organisation',
    lines: ['An organisation on Certrace invites you as a member.'],
    facts: [
      ['Organisation', organisation],
      ['Role', ROLES[role]],
    ],
    action: ['See the invitation', `/invitations/${token}`],
    token,
    closing: [
      'The link works once, for seven days, for an account with this address. If you do not know the organisation, ignore this message.',
    ],
  });

/** Tells the owner that an invitation was accepted. */
export const memberJoinedMail = (
  person: Person,
  { member, organisation, role }: About & { member: string; role: Role },
) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Your organisation has a new member',
    lines: ['An invitation was accepted.'],
    facts: [
      ['Organisation', organisation],
      ['Member', member],
      ['Role', ROLES[role]],
    ],
    action: ['See the members', '/admin/members'],
  });

/** Tells the owner that a member left. */
export const memberLeftMail = (person: Person, { member, organisation }: About & { member: string }) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'A member left your organisation',
    lines: ['A member left. Its sessions and API tokens for the organisation have ended.'],
    facts: [
      ['Organisation', organisation],
      ['Member', member],
    ],
    action: ['See the members', '/admin/members'],
  });

/** Tells a member that its role was changed. */
export const roleChangedMail = (person: Person, { organisation, role }: About & { role: Role }) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Your role was changed',
    lines: ['The owner of an organisation changed your role.'],
    facts: [
      ['Organisation', organisation],
      ['Role', ROLES[role]],
    ],
  });

/** Tells somebody that it is no member any more. */
export const memberRemovedMail = (person: Person, { organisation }: About) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'You are no longer a member',
    lines: [
      'The owner of an organisation removed you as a member. Your sessions and API tokens for it have ended. Your account stays.',
    ],
    facts: [['Organisation', organisation]],
  });

/** Asks a member to take the ownership over. */
export const ownershipOfferedMail = (person: Person, { organisation }: About) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Will you own this organisation?',
    lines: ['The owner of an organisation asks you to take it over. Nothing changes until you accept.'],
    facts: [['Organisation', organisation]],
    action: ['See your organisations', '/settings/organisations'],
  });

/** Tells the former and the new owner that the ownership was taken over. */
export const ownershipTransferredMail = (
  person: Person,
  { organisation, isNew }: About & { isNew: boolean },
) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: isNew ? 'You own an organisation now' : 'Your organisation has another owner',
    lines: [
      isNew
        ? 'You have taken an organisation over.'
        : 'The ownership of your organisation was taken over. You stay a member, with the role of an issuer.',
    ],
    facts: [['Organisation', organisation]],
  });

/** Tells every member that the organisation was closed. */
export const organisationClosedMail = (person: Person, { organisation }: About) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'An organisation was closed',
    lines: ['The owner closed an organisation. It issues nothing any more. Its certificates stay valid.'],
    facts: [['Organisation', organisation]],
  });
