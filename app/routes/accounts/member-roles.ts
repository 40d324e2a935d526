import { GIVEN_ROLES, type MemberRole } from '#app/accounts/organisations/roles.ts';
import { t } from '#messages';

const labels: Record<MemberRole, () => string> = {
  owner: () => t('memberRoles.ownerEverything'),
  issuer: () => t('memberRoles.issuerCertificatesBatchesAndDesigns'),
  author: () => t('memberRoles.authorCoursesAndCoupons'),
  viewer: () => t('memberRoles.viewerReadsEverything'),
};

/** The label of a role, which names its rights. */
export const roleLabel = (role: MemberRole): string => labels[role]();

export const givenOptions = () => GIVEN_ROLES.map((value) => ({ value, label: roleLabel(value) }));
