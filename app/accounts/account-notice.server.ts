import type { ActorUser } from './actor.server.ts';

export type AccountNotice = { title: string; text: string };

/** Why an issuer cannot issue now and what to do about it, or null when it can. */
export function accountNotice({ role, status, email }: ActorUser): AccountNotice | null {
  if (role !== 'admin') return null;
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
