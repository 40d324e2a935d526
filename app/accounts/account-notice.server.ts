import { shownEmail } from '#app/shared/email-address.ts';
import { t } from '#messages';
import type { Member } from './actor.server.ts';

export type AccountNotice = { title: string; text: string };

/** Why the actor's organisation cannot issue now and what to do about it, or null when it can. */
export function accountNotice({ organisation, user: { email } }: Member): AccountNotice | null {
  if (organisation === null) return null;
  const { status } = organisation;
  if (status === 'pending') {
    return {
      title: t('common.yourIssuerAccountIsWaitingForApproval'),
      text: t('accountNotice.aSuperAdminReviewsEveryNewIssuer', { email: shownEmail(email ?? '') }),
    };
  }
  if (status === 'suspended') {
    return {
      title: t('common.yourIssuerAccountIsSuspended'),
      text: t('accountNotice.youCannotIssueCertificatesOrChangeCourses'),
    };
  }
  return null;
}
