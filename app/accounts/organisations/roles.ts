/** The roles of an organisation's members, the one that may do most first. */
export const MEMBER_ROLES = ['owner', 'issuer', 'author', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The roles that an owner gives. Ownership is transferred instead. */
export const GIVEN_ROLES = ['issuer', 'author', 'viewer'] as const;

/** A permission: to read, to issue certificates, to write courses, or to manage members and settings. */
export type OrganisationAct = 'read' | 'certificates' | 'courses' | 'manage';

/** What each role may do. Pages, API calls and domain functions all ask this table. */
const ALLOWED: Record<MemberRole, readonly OrganisationAct[]> = {
  owner: ['read', 'certificates', 'courses', 'manage'],
  issuer: ['read', 'certificates'],
  author: ['read', 'courses'],
  viewer: ['read'],
};

export const mayDo = (role: MemberRole, act: OrganisationAct): boolean => ALLOWED[role].includes(act);

/** The permissions of a role. Pages leave out the forms of the others. */
export const actsOf = (role: MemberRole): readonly OrganisationAct[] => ALLOWED[role];

/** The roles that may do an act, for mails about it. */
export const rolesThatMay = (act: OrganisationAct): MemberRole[] =>
  MEMBER_ROLES.filter((role) => mayDo(role, act));
