import { eq } from 'drizzle-orm';
import { type Actor, SYSTEM } from '#app/accounts/actor.server.ts';
import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { login, superAdminLogin } from '#app/accounts/login.server.ts';
import { register } from '#app/accounts/register.server.ts';
import { identify } from '#app/accounts/sessions.server.ts';
import { verifyEmail } from '#app/accounts/verify-email.server.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import { issueCertificate } from '#app/certificates/issue-certificate.server.ts';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import { createDesign } from '#app/designs/save-design.server.ts';
import { grantCredit } from '#app/payments/credit/agreement.server.ts';
import { gatewayNamed } from '#app/payments/gateways.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { payVerification } from '#app/verification/pay-verification.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { outbox } from '#db/schema/mail.ts';
import { DESIGNS } from './designs.ts';
import { CERTIFICATES, DEMO_PASSWORD, ISSUERS, SUPER_ADMIN, VERIFIERS } from './people.ts';
import { seedCourses } from './seed-courses.server.ts';

const DAY_MS = 86_400_000;
const CLIENT = { address: '127.0.0.1', userAgent: 'Demo' };

/** Runs an event with the clock set back. */
async function daysAgo<Result>(days: number, act: () => Promise<Result> | Result): Promise<Result> {
  const started = now();
  setClock(() => started - days * DAY_MS);
  try {
    return await act();
  } finally {
    setClock();
  }
}

/** Registers a person, opens the mailed link and logs in. */
async function join(person: { name: string; email: string; role: string }): Promise<Actor> {
  await register(SYSTEM, { ...person, password: DEMO_PASSWORD });
  const mail = db.select().from(outbox).where(eq(outbox.toAddress, person.email)).get();
  const token = /\/verify\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`No verification mail reached ${person.email}`);
  verifyEmail(token);
  const { token: secret } = await login({ email: person.email, password: DEMO_PASSWORD }, CLIENT, 'bearer');
  return identify(secret, 'bearer', CLIENT.address);
}

function nextYear() {
  return String((new Date(now()).getUTCFullYear() + 1) % 100).padStart(2, '0');
}

async function verify(verifier: Actor, { uniqueId }: Certificate, cardNumber?: string) {
  await lookUpCertificate(verifier, { uniqueId });
  if (!cardNumber) return;
  const card = { cardNumber, expiryMonth: '12', expiryYear: nextYear(), cvCode: '123' };
  await payVerification(verifier, { uniqueId, ...card }).catch((error: Error & { code?: string }) => {
    // The demo includes a declined card.
    if (error.code !== 'payment-declined') throw error;
  });
}

/** Grants a verifier credit and pays for a verification from it in the previous month, so that there is a statement. */
async function payFromCredit(verifier: Actor, email: string, { uniqueId }: Certificate) {
  const { id: userId, password1, password2 } = SUPER_ADMIN;
  const { token } = await superAdminLogin({ userId, password1, password2 }, CLIENT, 'bearer');
  const office = identify(token, 'bearer', CLIENT.address);
  grantCredit(office, { account: email, limit: '50000' });
  await lookUpCertificate(verifier, { uniqueId });
  await payVerification(verifier, { uniqueId, gateway: 'invoice' });
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Fills an empty database with people, certificates and verifications for the demo, through the product's verbs. Does nothing
 * if the database has data.
 * @returns whether it added data
 */
export async function seedDemo(): Promise<boolean> {
  if (db.select({ id: users.id }).from(users).limit(1).get()) return false;
  await createSuperAdmin(SUPER_ADMIN, { reset: false });
  const actors = new Map<string, Actor>();
  for (const issuer of ISSUERS) {
    actors.set(issuer.email, await daysAgo(430, () => join({ ...issuer, role: 'admin' })));
  }
  for (const verifier of VERIFIERS) actors.set(verifier.email, await daysAgo(100, () => join(verifier)));
  const actor = (email: string) => {
    const found = actors.get(email);
    if (!found) throw new Error(`No person has the email ${email}`);
    return found;
  };

  for (const { issuer, fields, defaultOf } of DESIGNS) {
    const author = actor(issuer);
    setDefaultDesign(author, createDesign(author, fields), { courseName: defaultOf });
  }
  const issued: Certificate[] = [];
  for (const { issuer, daysAgo: days, validDays, ...student } of CERTIFICATES) {
    issued.push(
      await daysAgo(days, () =>
        issueCertificate(actor(issuer), {
          ...student,
          issueDate: dateOf(now()),
          expiryDate: validDays === undefined ? null : dateOf(now() + validDays * DAY_MS),
        }),
      ),
    );
  }
  const [northwind, mara] = VERIFIERS.map(({ email }) => actor(email));
  if (!northwind || !mara) throw new Error('The demo has two verifiers');
  const [expired, typography, cryptography, , , learning] = issued;
  if (expired && typography && cryptography && learning) {
    if (gatewayNamed('invoice')) {
      await daysAgo(32, () => payFromCredit(northwind, VERIFIERS[0].email, typography));
    }
    await daysAgo(3, () => verify(northwind, cryptography, '4242424242424242'));
    await daysAgo(2, () => verify(mara, typography, '378282246310005'));
    await daysAgo(1, () => verify(northwind, expired, '4000000000000002'));
    await verify(northwind, learning, '5555555555554444');
    await verify(mara, cryptography);
  }
  await seedCourses({ actor, daysAgo });
  return true;
}
