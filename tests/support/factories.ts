import { eq } from 'drizzle-orm';
import { type Actor, type Member, SYSTEM } from '#app/accounts/actor.server.ts';
import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { register } from '#app/accounts/register.server.ts';
import { identify, startSession } from '#app/accounts/sessions.server.ts';
import { verifyEmail } from '#app/accounts/verify-email.server.ts';
import { checkBatch } from '#app/batches/check-batch.server.ts';
import { uploadList } from '#app/batches/waiting-files.server.ts';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { issueCertificate } from '#app/certificates/issue-certificate.server.ts';
import { designSchema } from '#app/designs/design.schema.server.ts';
import { toFields } from '#app/designs/design-form.ts';
import { createDesign } from '#app/designs/save-design.server.ts';
import { baseDefaults } from '#app/drawing/design.ts';
import { grantCredit } from '#app/payments/credit/agreement.server.ts';
import { issueStatementsStep } from '#app/payments/credit/issue-statements.server.ts';
import { grantSchema } from '#app/payments/credit/list-credit.server.ts';
import { readCard } from '#app/routes/payments/payment-form.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { connectDomains } from '#app/start/connect.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { payVerification, startPaymentSchema } from '#app/verification/pay-verification.server.ts';
import { db, transaction } from '#db/client.ts';
import { issuerDecisions, users } from '#db/schema/accounts.ts';
import { creditEntries, creditStatements } from '#db/schema/credit.ts';
import { mailsTo } from './mails.ts';

// What the start of a server does, for tests that call domain functions.
connectDomains();

export const PASSWORD = 'blue-heron-over-fen';
const CLIENT = { address: '127.0.0.1', userAgent: 'tests' };
let count = 0;

/** A logged-in person, with credentials for the API, for pages and for domain functions. */
export type Person = {
  id: string;
  name: string;
  email: string;
  username: string;
  /** The bearer token of an API login. */
  token: string;
  /** The Cookie header of a browser login. */
  cookie: string;
  /** The actor of the bearer token. */
  actor: Member;
  /** The actor of the browser session. */
  browser: Member;
};

const member = (actor: Actor): Member => {
  if (actor.kind !== 'user' && actor.kind !== 'apiToken') throw new Error('The session has no account');
  return actor;
};

function loggedIn({ id, name, email, username }: Pick<Person, 'id' | 'name' | 'email' | 'username'>): Person {
  const token = transaction((tx) => startSession(tx, id, 'bearer', CLIENT));
  const secret = transaction((tx) => startSession(tx, id, 'browser', CLIENT));
  return {
    id,
    name,
    email,
    username,
    token,
    cookie: `certrace_session=${secret}`,
    actor: member(identify(token, 'bearer', CLIENT.address)),
    browser: member(identify(secret, 'cookie', CLIENT.address)),
  };
}

type PersonOptions = {
  name?: string;
  email?: string;
  /** Whether the email address is verified. Defaults to true. */
  verified?: boolean;
};

/** The token of the link in the newest mail to an address. */
export function mailedToken(
  address: string,
  path: 'verify' | 'reset-password' | 'second-factor-reset' | 'settings/email' | 'undo-email-change',
): string {
  const match = mailsTo(address)
    .map(({ text }) => new RegExp(`/${path}/([\\w-]+)`).exec(text)?.[1])
    .filter(Boolean)
    .at(-1);
  if (!match) throw new Error(`No mail to ${address} has a /${path}/ link`);
  return match;
}

async function registered(role: 'admin' | 'corporate' | 'individual', options: PersonOptions) {
  count += 1;
  const name = options.name ?? `Person ${count}`;
  const email = options.email ?? `person${count}@people.example`;
  await register(SYSTEM, { name, email, password: PASSWORD, role });
  if (options.verified !== false) verifyEmail(mailedToken(email, 'verify'));
  const user = db().select().from(users).where(eq(users.email, email)).get();
  if (!user) throw new Error('Registration left no row');
  return { id: user.id, name, email, username: user.username };
}

/** Registers an issuer that waits for approval. */
export async function makePendingIssuer(options: PersonOptions = {}): Promise<Person> {
  return loggedIn(await registered('admin', options));
}

/** Registers an approved issuer. With `reviewed: false`, nobody but ISSUER_APPROVAL=auto has approved it. */
export async function makeIssuer({
  reviewed = true,
  ...options
}: PersonOptions & { reviewed?: boolean } = {}): Promise<Person> {
  const issuer = await registered('admin', options);
  // By itself, which saves each test a super admin.
  const decidedBy = reviewed ? issuer.id : null;
  const decision = { userId: issuer.id, decision: 'approved' as const, decidedBy, decidedAt: Date.now() };
  db().insert(issuerDecisions).values(decision).run();
  return loggedIn(issuer);
}

/** Registers a verifier and learner. */
export async function makeVerifier(
  options: PersonOptions & { role?: 'corporate' | 'individual' } = {},
): Promise<Person> {
  return loggedIn(await registered(options.role ?? 'individual', options));
}

/** Grants a verifier credit, in dollars. */
export const giveCredit = (office: Person, to: Person, limit: number) =>
  grantCredit(office.browser, parseInput(grantSchema, { account: to.email, limit: String(limit) }));

/** Issues last month's statement for an account with credit and returns its ID. */
export function makeStatement({ id: userId }: Person, entries = 1): string {
  const at = Date.now() - 32 * 86_400_000;
  const entry = { userId, kind: 'draw' as const, limitMinor: 0, owedMinor: 0, title: 'Verification', at };
  db().insert(creditEntries).values(Array(entries).fill(entry)).run();
  while (issueStatementsStep()) {}
  const statement = db().select().from(creditStatements).where(eq(creditStatements.userId, userId)).get();
  if (!statement) throw new Error('The month has no statement');
  return statement.id;
}

export const SUPER_ADMIN_PASSWORDS = ['lantern-orchard-71', 'granite-harbour-38'] as const;

/** Creates a super admin with SUPER_ADMIN_PASSWORDS. Its `name` is its ID. */
export async function makeSuperAdmin(): Promise<Person> {
  count += 1;
  const id = `registrar-${count}`;
  const [password1, password2] = SUPER_ADMIN_PASSWORDS;
  await createSuperAdmin({ id, password1, password2 }, { reset: false });
  const user = db().select().from(users).where(eq(users.username, id)).get();
  if (!user) throw new Error('The super admin left no row');
  return loggedIn({ id: user.id, name: id, email: '', username: id });
}

/** The input for issuing a certificate, with optional changes. */
export const certificateInput = (fields: Record<string, unknown> = {}) => ({
  studentEmail: 'ingrid@students.example',
  studentName: 'Ingrid Sørensen',
  courseName: 'Distributed Systems',
  issueDate: '2026-02-28',
  expiryDate: '2028-02-28',
  ...fields,
});

/** Issues a certificate. Duplicates are allowed by default, because tests often issue the same certificate. */
export const makeCertificate = (issuer: Person, fields: Record<string, unknown> = {}) =>
  issueCertificate(
    issuer.actor,
    parseInput(issueSchema, certificateInput({ allowDuplicate: true, ...fields })),
  );

/** A CSV with the given number of students. */
export const csvOf = (students: number, course = 'Graduation') =>
  [
    'studentName,studentEmail,courseName,issueDate,expiryDate',
    ...Array.from(
      { length: students },
      (_, index) => `Student ${index},student${index}@students.example,${course},2026-02-28,`,
    ),
  ].join('\n');

/** The fields of a design's form, with optional changes. */
export const designFields = (fields: Record<string, string> = {}) => ({
  ...toFields(baseDefaults('heritage')),
  name: 'Graduation',
  ...fields,
});

/** Creates a design and returns its ID. */
export const makeDesign = (issuer: Person, fields: Record<string, string> = {}) =>
  createDesign(issuer.actor, parseInput(designSchema, designFields(fields)));

/** Creates a batch that is ready to be started. */
export const makeBatch = (issuer: Person, csv = csvOf(3)) =>
  checkBatch(issuer.actor, {
    task: {
      type: 'list',
      reading: {},
      bytes: Buffer.from(csv),
      options: { onError: 'skip', start: false },
      allowDuplicate: false,
    },
  });

/** Uploads a file about whose columns its reader is asked. */
export const makeWaitingFile = async (issuer: Person) => {
  const bytes = Buffer.from('Name,Email,Course,Date,Group\nAda,ada@students.example,Law,2026-02-28,A');
  const upload = { bytes, fileName: 'list.csv', designId: undefined, allowDuplicate: false };
  return (await uploadList(issuer.actor, upload)).id;
};

/** The input for a payment with a card that the sandbox accepts. */
export const paymentInput = (uniqueId: string, fields: Record<string, unknown> = {}) => ({
  uniqueId,
  cardNumber: '4242 4242 4242 4242',
  expiryMonth: '12',
  expiryYear: '39',
  cvCode: '123',
  ...fields,
});

/** Pays for a verification with the fields of a form. */
export const payWith = async (actor: Actor, fields: Record<string, unknown>) =>
  payVerification(actor, parseInput(startPaymentSchema, fields), readCard(fields));

/** Looks up a certificate and pays for it. */
export async function payFor(verifier: Person, uniqueId: string) {
  await lookUpCertificate(verifier.actor, { uniqueId });
  return payWith(verifier.actor, paymentInput(uniqueId));
}
