import type { Role } from '#app/accounts/actor.server.ts';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { t } from '#messages';

/** A page or an act: its path and name. */
type Place = readonly [to: string, title: string];

/** What everybody with an account does. */
const personal = (): readonly Place[] => [
  ['/courses', t('common.courses')],
  ['/explore', t('common.exploreOurCourses')],
  ['/my-learning', t('common.myLearning')],
  ['/my-certificates', t('common.myCertificates')],
  ['/check', t('common.checkAFile')],
  ['/verify', t('common.lookUpACertificate')],
  ['/payments', t('common.yourPayments')],
  ['/services', t('common.services')],
  ['/colleges', t('common.colleges')],
  ['/students', t('common.students')],
];

const settings = (): readonly Place[] => [
  ['/settings', t('common.settings')],
  ['/settings', t('settingsCards.changePassword')],
  ['/settings/second-factor', t('common.secondFactor')],
  ['/settings/data', t('common.yourData')],
  ['/settings/organisations', t('ownOrganisations.yourOrganisations')],
  ['/settings/webhooks', t('common.webhooks')],
  ['/log', t('common.transparencyLog')],
  ['/faq', t('common.faq')],
  ['/api/docs', t('settingsCards.api')],
];

const OFFICE: Record<OrganisationAct, () => readonly Place[]> = {
  certificates: () => [
    ['/admin/issue-certificate', t('common.issueCertificate')],
    ['/admin/issued-certificates?state=expiring', t('common.renewCertificates')],
    ['/admin/designs/new', t('common.newDesign')],
    ['/admin/fields/new', t('ownFields.newField')],
  ],
  read: () => [
    ['/admin/issued-certificates', t('common.issuedCertificates')],
    ['/admin/verified-certificates', t('common.verifiedCertificates')],
    ['/admin/batches', t('common.batches')],
    ['/admin/designs', t('common.designs')],
    ['/admin/fields', t('ownFields.fields')],
    ['/admin/courses', t('common.myCourses')],
    ['/admin/coupons', t('common.coupons')],
    ['/dashboard', t('common.statistics')],
  ],
  courses: () => [['/admin/create-course', t('common.createCourse')]],
  manage: () => [
    ['/admin/members', t('members.inviteAMember')],
    ['/admin/audit', t('common.audit')],
  ],
};

const superAdmin = (): readonly Place[] => [
  ['/superadmin/issued-certificates', t('common.issuedCertificates')],
  ['/superadmin/verified-certificates', t('common.verifiedCertificates')],
  ['/superadmin/courses', t('common.manageCourses')],
  ['/superadmin/payments', t('common.payments')],
  ['/superadmin/payments/receipts', t('common.receiptsAndTax')],
  ['/superadmin/credit', t('common.credit')],
  ['/admin/update', t('common.issuers')],
  ['/superadmin/accounts', t('common.accounts')],
  ['/superadmin/audit', t('common.audit')],
  ['/superadmin/mail', t('status.mail')],
  ['/superadmin/status', t('superadminShell.status')],
  ['/admin/support', t('common.support')],
];

/** The pages and acts of a role, the most important first. */
export function placesOf(role: Role, acts: readonly OrganisationAct[]): readonly Place[] {
  const office = role === 'superadmin' ? superAdmin() : acts.toReversed().flatMap((act) => OFFICE[act]());
  // The accounts of super admins are the operator's.
  const own: Place[] =
    role === 'superadmin'
      ? []
      : [
          ['/support', t('common.support')],
          ['/settings/delete-account', t('common.deleteMyAccount')],
        ];
  return [...office, ...personal(), ...own, ...settings()];
}
