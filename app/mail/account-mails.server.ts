import { withRedirectTo } from '#app/shared/redirects.ts';
import { type Content, compose, type Fact, LANE } from './compose.server.ts';

type Person = { name: string; email: string };

/** A security message. An address that nobody has confirmed has no name: it would be the words of whoever entered it. */
const notice = (person: Person | string, content: Omit<Content, 'to'>) =>
  compose({
    lane: LANE.security,
    to:
      typeof person === 'string'
        ? { name: '', address: person }
        : { name: person.name, address: person.email },
    ...content,
  });

type VerifyEmail = {
  token: string;
  /** Path of this site to open after the first login. */
  redirectTo: string | null;
  hasCertificates: boolean;
};

/** The verification link of an address. */
export const verifyEmailMail = (address: string, { token, redirectTo, hasCertificates }: VerifyEmail) =>
  notice(address, {
    subject: 'Please verify your email',
    lines: [
      'Welcome to Certrace. Please confirm that this is your email address.',
      hasCertificates ? 'There are certificates for this address.' : null,
    ],
    action: ['Verify your email', withRedirectTo(`/verify/${token}`, redirectTo)],
    token,
    closing: ['The link works for 24 hours. If you did not register, ignore this message.'],
  });

/** Tells the owner of an address that somebody tried to register it again. The owner may not have confirmed it yet. */
export const addressTakenMail = (address: string) =>
  notice(address, {
    subject: 'You already have a Certrace account',
    lines: [
      'Somebody, perhaps you, tried to register a Certrace account with this address, which already has one. Nothing was changed.',
    ],
    action: ['Set a new password', '/forgot-password'],
    closing: ['If this was not you, ignore this message.'],
  });

/** The link that adds an address to the account that asked for it. */
export const addAddressMail = (address: string, token: string) =>
  notice(address, {
    subject: 'Please confirm your address',
    lines: ['A Certrace account asks to see the certificates that were issued to this address.'],
    action: ['Confirm the address', `/my-certificates/addresses/${token}`],
    token,
    closing: [
      'The link works for 24 hours, for the account that asked for it. If you did not ask for it, ignore this message.',
    ],
  });

/** Tells the owner of an address that somebody tried to add it to another account. */
export const addressInUseMail = (address: string) =>
  notice(address, {
    subject: 'This address belongs to another Certrace account',
    lines: [
      'Somebody, perhaps you, tried to add this address to a Certrace account. It belongs to another account already, so nothing was changed.',
    ],
    action: ['See your certificates', '/my-certificates'],
    closing: [
      'An address belongs to one account. If you added it to the other account, you can remove it there. If this was not you, ignore this message.',
    ],
  });

/** Tells an account that one of its other addresses was registered as another account's own. */
export const addressMovedMail = (person: Person, address: string) =>
  notice(person, {
    subject: 'An address was removed from your account',
    lines: [
      'One of the other addresses of your Certrace account was confirmed for another account, to which it belongs now. Your account no longer shows the certificates that were issued to it.',
    ],
    facts: [['Address', address]],
    action: ['See your certificates', '/my-certificates'],
  });

/** The link that makes an address the own one of the account that asked for it. */
export const changeEmailMail = (address: string, token: string) =>
  notice(address, {
    subject: 'Please confirm your new address',
    lines: ['A Certrace account asks to have this address as its own, to log in with and to get mail at.'],
    action: ['Confirm the address', `/settings/email/${token}`],
    token,
    closing: [
      'The link works for 24 hours, for the account that asked for it. If you did not ask for it, ignore this message.',
    ],
  });

/** Tells the former address of an account about its new one, with a link that undoes the change. */
export const emailChangedMail = (person: Person, newEmail: string, token: string) =>
  notice(person, {
    subject: 'Your email address was changed',
    lines: [
      'Your Certrace account has another email address now. Mail no longer comes to this one.',
      'If this was not you, undo the change now: it ends every session, and you set a new password.',
    ],
    facts: [['New address', newEmail]],
    action: ['Undo the change', `/undo-email-change/${token}`],
    token,
    closing: ['The link works for 7 days.'],
  });

/** Confirms that a change of address was undone, with the link to set a new password. */
export const emailChangeUndoneMail = (address: string, token: string) =>
  notice(address, {
    subject: 'Your address is back. Set a new password',
    lines: [
      'The change of the email address of your Certrace account was undone, and every session was ended. Whoever changed it may know your password, so set a new one.',
    ],
    action: ['Reset Password', `/reset-password/${token}`],
    token,
    closing: ['The link works once, for one hour.'],
  });

/** The link to set a new password. The owner of the address may not have confirmed it yet. */
export const resetPasswordMail = (address: string, token: string) =>
  notice(address, {
    subject: 'Set a new password',
    lines: ['You asked for a link to set a new password for your Certrace account.'],
    action: ['Reset Password', `/reset-password/${token}`],
    token,
    closing: [
      'The link works once, for one hour. If you did not ask for it, ignore this message: your password stays as it is.',
    ],
  });

export const passwordChangedMail = (person: Person) =>
  notice(person, {
    subject: 'Your password was changed',
    lines: [
      'The password of your Certrace account was changed, and every other session and API token was ended.',
      'If this was not you, set a new password at once and write to support.',
    ],
    action: ['Set a new password', '/forgot-password'],
  });

/** Tells an account which of its API tokens nobody has used for 90 days. */
export const unusedTokensMail = (person: Person, names: readonly string[]) =>
  notice(person, {
    subject: names.length === 1 ? 'An API token is unused' : 'API tokens are unused',
    lines: [
      `${names.length === 1 ? 'This API token of your Certrace account has' : 'These API tokens of your Certrace account have'} not been used for 90 days. Revoke what no program needs any more.`,
    ],
    facts: names.map((name): Fact => ['Token', name]),
    action: ['See your API tokens', '/settings'],
  });

const SECOND_FACTOR_CHANGES = {
  on: 'A second factor was switched on for your Certrace account. A login now asks for it, too.',
  'app-added': 'An authenticator app was added to your Certrace account as a second factor.',
  'app-removed':
    'The authenticator app of your Certrace account was removed. Passkeys remain as a second factor.',
  reset:
    'A super admin has removed the second factor of your Certrace account, as announced. A login asks for the password only.',
  'passkey-added': 'A passkey was added to your Certrace account. It can log in without the password.',
  'passkey-removed': 'A passkey of your Certrace account was removed.',
  off: 'The second factor of your Certrace account was switched off. A login asks for the password only.',
  codes: 'The recovery codes of your Certrace account were replaced. The earlier ones no longer work.',
  'code-used': 'A recovery code was used to log in to your Certrace account.',
} as const;

/** Tells an owner what changed about the second factor. @param codesLeft after a recovery code was used */
export const secondFactorMail = (
  person: Person,
  change: keyof typeof SECOND_FACTOR_CHANGES,
  codesLeft?: number,
) =>
  notice(person, {
    subject: 'Your second factor',
    lines: [
      SECOND_FACTOR_CHANGES[change],
      codesLeft === undefined ? null : `Recovery codes left: ${codesLeft}.`,
      'If this was not you, set a new password at once and write to support.',
    ],
    action: ['See your second factor', '/settings/second-factor'],
  });

type Reset = { reason: string; effectiveAt: number; token: string };

/** Announces that a super admin removes a second factor, with a link to object. */
export const secondFactorResetMail = (person: Person, { reason, effectiveAt, token }: Reset) =>
  notice(person, {
    subject: 'Your second factor will be removed',
    lines: [
      'A super admin was asked to remove the second factor of your Certrace account, because it was lost. After that, the password alone logs in, and you can set up another second factor.',
      'If you did not ask for this, object now.',
    ],
    facts: [
      ['Reason', reason],
      ['Takes effect', `${new Date(effectiveAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ],
    action: ['Object', `/second-factor-reset/${token}`],
    token,
    closing: ['The link works until the second factor is removed, 24 hours after the request.'],
  });

export const issuerApprovedMail = (person: Person) =>
  notice(person, {
    subject: 'Your issuer account was approved',
    lines: [
      'Your issuer account on Certrace was approved. You can issue certificates and publish courses now.',
    ],
    action: ['Issue a certificate', '/admin/issue-certificate'],
  });

type NameChange = { name: string; requestedName: string };

const nameFacts = ({ name, requestedName }: NameChange): Fact[] => [
  ['Present name', name],
  ['New name', requestedName],
];

/** Confirms an issuer's request for a new name. */
export const nameRequestedMail = (person: Person & NameChange) =>
  notice(person, {
    subject: 'Your new name is waiting for approval',
    lines: [
      'You requested another name for your issuer account. A super admin will review it. Until it is approved, certificates are issued under your present name.',
    ],
    facts: nameFacts(person),
    action: ['Settings', '/settings'],
    closing: ['If this was not you, set a new password at once and write to support.'],
  });

/** Asks the super admins to decide about a new name. */
export const nameToApproveMail = (supportAddress: string, { email, ...change }: Person & NameChange) =>
  compose({
    to: { name: 'Certrace support', address: supportAddress },
    subject: 'An issuer requests another name',
    lines: ['An issuer requests another name. Nothing changes until a super admin approves it.'],
    facts: [...nameFacts(change), ['Email', email]],
    action: ['Decide', '/admin/update?status=renaming'],
  });

export const nameApprovedMail = (person: Person & NameChange) =>
  notice(person, {
    subject: 'Your new name was approved',
    lines: [
      'Certificates are issued under your new name from now on. Certificates that you issued before keep your previous name.',
    ],
    facts: nameFacts(person),
    action: ['Settings', '/settings'],
  });

export const nameRefusedMail = (person: Person & NameChange) =>
  notice(person, {
    subject: 'Your new name was refused',
    lines: [
      'A super admin refused your new name. Certificates are issued under your present name as before.',
    ],
    facts: nameFacts(person),
    action: ['Write to support', '/support'],
  });

export const issuerSuspendedMail = (person: Person) =>
  notice(person, {
    subject: 'Your issuer account was suspended',
    lines: [
      'Your issuer account on Certrace was suspended. It cannot issue certificates or change courses until it is reinstated.',
      'Certificates that you have issued stay valid, and their files stay readable to you.',
    ],
    action: ['Write to support', '/support'],
  });

export const issuerReinstatedMail = (person: Person) =>
  notice(person, {
    subject: 'Your issuer account was reinstated',
    lines: [
      'Your issuer account on Certrace is active again. You can issue certificates and publish courses.',
    ],
    action: ['Log in', '/admin-login/admincredentials'],
  });
