import type { Member } from './actor.server.ts';

export type AccountNotice = { title: string; text: string };

/** Why the actor's organisation cannot issue now and what to do about it, or null when it can. */
export function accountNotice({ organisation, user: { email } }: Member): AccountNotice | null {
  if (organisation === null) return null;
  const { status } = organisation;
  if (status === 'pending') {
    return {
      title: 'Your issuer account is waiting for approval.',
      text: `A super admin reviews every new issuer. We write to ${email} once yours is approved. Until then you can verify certificates and take courses.`,
    };
  }
  if (status === 'suspended') {
    return {
      title: 'Your issuer account is suspended.',
      text: 'You cannot issue certificates or change courses. Certificates that you have issued stay valid. Write to support to have the account reinstated.',
    };
  }
  return null;
}
