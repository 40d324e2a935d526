import type { MemberRole } from '#app/accounts/organisations/roles.ts';

/** The roles with what they may do, for lists and forms. */
export const ROLE_LABELS: Record<MemberRole, string> = {
  owner: 'Owner: everything',
  issuer: 'Issuer: certificates, batches and designs',
  author: 'Author: courses and coupons',
  viewer: 'Viewer: reads everything',
};

export const GIVEN_OPTIONS = (['issuer', 'author', 'viewer'] as const).map((value) => ({
  value,
  label: ROLE_LABELS[value],
}));
