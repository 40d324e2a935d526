import { compose, LANE } from './compose.server.ts';

type Person = { name: string; email: string };

const to = ({ name, email }: Person) => ({ name, address: email });

/** The link to a copy of everything held about an account. It needs the account's login, so it contains no token. */
export const dataReadyMail = (person: Person) =>
  compose({
    lane: LANE.single,
    to: to(person),
    subject: 'Your data is ready',
    lines: ['You asked for everything that Certrace holds about your account. It is ready as a ZIP file.'],
    action: ['Download your data', '/settings/data'],
    closing: ['The file is deleted after 24 hours. If you did not ask for it, change your password.'],
  });

/** Tells an account that its data could not be prepared. */
export const dataFailedMail = (person: Person) =>
  compose({
    lane: LANE.single,
    to: to(person),
    subject: 'Your data could not be prepared',
    lines: ['You asked for everything that Certrace holds about your account. It could not be prepared.'],
    action: ['Try again', '/settings/data'],
    closing: ['If it fails again, please write to us.'],
  });

/** Tells an account that it will be deleted, and how to keep it. @param day YYYY-MM-DD in UTC */
export const deletionRequestedMail = (person: Person, day: string) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'Your account will be deleted',
    lines: [`Your Certrace account will be deleted on ${day}. Until then you can log in and keep it.`],
    action: ['Keep your account', '/settings/keep-account'],
    closing: ['If you did not ask for this, keep your account and change your password.'],
  });

/** Tells an account that it will not be deleted. */
export const accountKeptMail = (person: Person) =>
  compose({
    lane: LANE.security,
    to: to(person),
    subject: 'You keep your account',
    lines: ['Your Certrace account will not be deleted.'],
    action: ['Open your account', '/dashboard'],
    closing: ['If you did not do this, change your password.'],
  });
