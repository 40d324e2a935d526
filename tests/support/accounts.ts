import { eq } from 'drizzle-orm';
import type { Role } from '#app/accounts/actor.server.ts';
import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { login, superAdminLogin } from '#app/accounts/login.server.ts';
import { register } from '#app/accounts/register.server.ts';
import { verifyEmail } from '#app/accounts/verify-email.server.ts';
import { db } from '#db/client.ts';
import { issuerDecisions, users } from '#db/schema/accounts.ts';
import { outbox } from '#db/schema/mail.ts';

export const PASSWORD = 'correct horse battery';
const VISITOR = { kind: 'visitor', address: '192.0.2.200' } as const;
const CLIENT = { address: '192.0.2.200', userAgent: 'tests' };

let count = 0;

/** The newest mail to an address. */
export const lastMailTo = (address: string) =>
  db.select().from(outbox).where(eq(outbox.toAddress, address)).all().at(-1);

/** The first link in the newest mail to an address, as a path of the site. */
export function linkMailedTo(address: string): string {
  const link = /https?:\/\/\S+/.exec(lastMailTo(address)?.text ?? '')?.[0];
  if (!link) throw new Error(`No link was mailed to ${address}`);
  return new URL(link).pathname;
}

type NewAccount = {
  role?: Exclude<Role, 'superadmin'>;
  name?: string;
  email?: string;
  /** Whether the link in the mail was opened. */
  verified?: boolean;
  /** Whether an issuer was approved. */
  approved?: boolean;
};

/** Registers an account through its verbs: verified, and an issuer approved, unless said otherwise. */
export async function newAccount({
  role = 'individual',
  name,
  email,
  verified = true,
  approved = true,
}: NewAccount = {}) {
  count += 1;
  const person = { name: name ?? `Person ${count}`, email: email ?? `person${count}@example.org` };
  await register({ ...VISITOR, address: `192.0.2.${count % 200}` }, { ...person, password: PASSWORD, role });
  if (verified) verifyEmail(linkMailedTo(person.email).replace('/verify/', ''));
  const row = db.select().from(users).where(eq(users.email, person.email)).get();
  if (!row) throw new Error('The account was not made');
  if (role === 'admin' && approved) {
    db.insert(issuerDecisions).values({ userId: row.id, decision: 'approved', decidedAt: Date.now() }).run();
  }
  return { ...person, id: row.id, username: row.username, password: PASSWORD, role };
}

/** A bearer token of an account. */
export const tokenOf = async ({ email }: { email: string }) =>
  (await login({ email, password: PASSWORD }, CLIENT, 'bearer')).token;

/** The Cookie header of a browser in which an account is logged in. */
export const cookieOf = async ({ email }: { email: string }) =>
  `certrace_session=${(await login({ email, password: PASSWORD }, CLIENT, 'browser')).token}`;

export const SUPER_ADMIN = {
  userId: 'root',
  password1: 'first long password',
  password2: 'second long password',
};

/** Makes a super admin and logs it in, as a cookie and as a bearer token. */
export async function newSuperAdmin() {
  const { userId: id, password1, password2 } = SUPER_ADMIN;
  await createSuperAdmin({ id, password1, password2 }, { reset: false });
  const cookie = `certrace_session=${(await superAdminLogin(SUPER_ADMIN, CLIENT, 'browser')).token}`;
  const { token } = await superAdminLogin(SUPER_ADMIN, CLIENT, 'bearer');
  return { cookie, token };
}
