import { env } from '#app/config/env.server.ts';
import { withRedirectTo } from '#app/shared/redirects.ts';
import { compose, LANE } from './compose.ts';

type Person = { name: string; email: string };
const to = ({ name, email }: Person) => ({ name, address: email });

/** An address that nobody has confirmed. A name would be the words of whoever entered it. */
const toAddress = (address: string) => ({ name: '', address });

/** The verification link of an address. */
export const verifyEmailMail = (address: string, token: string, redirectTo: string | null = null) =>
  compose({
    lane: LANE.security,
    to: toAddress(address),
    subject: 'Please verify your email',
    lines: ['Welcome to Certrace. Please confirm that this is your email address.'],
    action: {
      label: 'Verify your email',
      url: env().APP_URL + withRedirectTo(`/verify/${token}`, redirectTo),
    },
    closing: ['The link works for 24 hours. If you did not register, ignore this message.'],
  });

/** Tells the owner of an address that somebody tried to register it again. The owner may not have confirmed it yet. */
export const addressTakenMail = (address: string) =>
  compose({
    lane: LANE.security,
    to: toAddress(address),
    subject: 'You already have a Certrace account',
    lines: [
      'Somebody, perhaps you, tried to register a Certrace account with this address, which already has one. Nothing was changed.',
    ],
    action: { label: 'Set a new password', url: `${env().APP_URL}/forgot-password` },
    closing: ['If this was not you, ignore this message.'],
  });

/** The link to set a new password. The owner of the address may not have confirmed it yet. */
export const resetPasswordMail = (address: string, token: string) =>
  compose({
    lane: LANE.security,
    to: toAddress(address),
    subject: 'Set a new password',
    lines: ['You asked for a link to set a new password for your Certrace account.'],
    action: { label: 'Reset Password', url: `${env().APP_URL}/reset-password/${token}` },
    closing: [
      'The link works once, for one hour. If you did not ask for it, ignore this message: your password stays as it is.',
    ],
  });

export const passwordChangedMail = (person: Person) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Your password was changed',
    lines: [
      'The password of your Certrace account was changed, and every other session and API token was ended.',
      'If this was not you, set a new password at once and write to support.',
    ],
    action: { label: 'Set a new password', url: `${env().APP_URL}/forgot-password` },
  });

export const issuerApprovedMail = (person: Person) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Your issuer account was approved',
    lines: [
      'Your issuer account on Certrace was approved. You can issue certificates and publish courses now.',
    ],
    action: { label: 'Issue a certificate', url: `${env().APP_URL}/admin/issue-certificate` },
  });

type NameChange = { name: string; requestedName: string };

const nameFacts = ({ name, requestedName }: NameChange): [string, string][] => [
  ['Present name', name],
  ['New name', requestedName],
];

/** Confirms an issuer's request for a new name. */
export const nameRequestedMail = (person: Person & NameChange) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Your new name is waiting for approval',
    lines: [
      'You requested another name for your issuer account. A super admin will review it. Until it is approved, certificates are issued under your present name.',
    ],
    facts: nameFacts(person),
    action: { label: 'Settings', url: `${env().APP_URL}/settings` },
    closing: ['If this was not you, set a new password at once and write to support.'],
  });

/** Asks the super admins to decide about a new name. */
export const nameToApproveMail = (supportAddress: string, { email, ...change }: Person & NameChange) =>
  compose({
    to: { name: 'Certrace support', address: supportAddress },
    subject: 'An issuer requests another name',
    lines: ['An issuer requests another name. Nothing changes until a super admin approves it.'],
    facts: [...nameFacts(change), ['Email', email]],
    action: { label: 'Decide', url: `${env().APP_URL}/admin/update?status=renaming` },
  });

export const nameApprovedMail = (person: Person & NameChange) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Your new name was approved',
    lines: [
      'Certificates are issued under your new name from now on. Certificates that you issued before keep your previous name.',
    ],
    facts: nameFacts(person),
    action: { label: 'Settings', url: `${env().APP_URL}/settings` },
  });

export const nameRefusedMail = (person: Person & NameChange) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Your new name was refused',
    lines: [
      'A super admin refused your new name. Certificates are issued under your present name as before.',
    ],
    facts: nameFacts(person),
    action: { label: 'Write to support', url: `${env().APP_URL}/support` },
  });

export const issuerSuspendedMail = (person: Person) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Your issuer account was suspended',
    lines: [
      'Your issuer account on Certrace was suspended. It cannot issue certificates or change courses until it is reinstated.',
      'Certificates that you have issued stay valid, and their files stay readable to you.',
    ],
    action: { label: 'Write to support', url: `${env().APP_URL}/support` },
  });

export const issuerReinstatedMail = (person: Person) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Your issuer account was reinstated',
    lines: [
      'Your issuer account on Certrace is active again. You can issue certificates and publish courses.',
    ],
    action: { label: 'Log in', url: `${env().APP_URL}/admin-login/admincredentials` },
  });
