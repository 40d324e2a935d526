import { and, isNull, lte } from 'drizzle-orm';
import type { Actor, Member } from '#app/accounts/actor.server.ts';
import { checkBatch } from '#app/batches/check-batch.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import { issueCertificate } from '#app/certificates/issue-certificate.server.ts';
import { remindStep } from '#app/certificates/remind.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { purchaseCourse } from '#app/courses/purchase-course.server.ts';
import { DeliveryResults } from '#app/mail/delivery-results.server.ts';
import { sweepOutbox } from '#app/mail/outbox.server.ts';
import { issueStatementsStep, settleStatement } from '#app/payments/credit/issue-statements.server.ts';
import type { Card } from '#app/payments/gateway.ts';
import { gatewayNamed } from '#app/payments/gateways.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { payVerification } from '#app/verification/pay-verification.server.ts';
import { db, sqlite } from '#db/client.ts';
import { creditStatements } from '#db/schema/credit.ts';
import { outbox } from '#db/schema/mail.ts';
import names from './names.json' with { type: 'json' };
import { around, DAY_MS } from './stage.server.ts';

type NameStyle = { given: string[]; family: string[]; order?: string; separator?: string };

/** Names in scripts that are hard to draw. Family names are those that suit any given name of their list. */
const NAMES: NameStyle[] = names;

/** The name of the person with this number. The first 350 differ. */
export function nameOf(number: number): string {
  const { given, family, order, separator = ' ' } = around(NAMES, number);
  const turn = Math.floor(number / NAMES.length);
  const names = [around(given, turn), around(family, turn)];
  return (order ? names.toReversed() : names).join(separator);
}

/** A student of the story. Like many schools, the issuers give out addresses with numbers. */
export const student = (number: number) => ({
  studentName: nameOf(number),
  studentEmail: `s${24_000 + number}@students.example`,
});

/** A card of the sandbox gateway, or an account's credit. */
export type PaymentMethod = 'credit' | `${number}`;

export const DECLINED_CARD = '4000000000000002';
const CARDS = ['4242424242424242', '5555555555554444', '378282246310005', '4111111111111111'] as const;
export const cardOf = (number: number): PaymentMethod => around(CARDS, number);

/** Mail servers reject addresses with this domain. */
export const CLOSED_DOMAIN = '@closed.example';

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The date that is this many days away from the time of the story. */
export const dateIn = (days: number) => dateOf(now() + days * DAY_MS);

type Student = { studentName: string; studentEmail: string };

/** The input of a certificate that is issued on the day of the story. */
export const inputOf = (student: Student, course: string, validDays?: number) =>
  parseInput(issueSchema, {
    ...student,
    courseName: course,
    issueDate: dateIn(0),
    expiryDate: validDays === undefined ? null : dateIn(validDays),
  });

/** Issues a certificate on the day of the story. */
export const issue = (issuer: Actor, ...content: Parameters<typeof inputOf>) =>
  issueCertificate(issuer, inputOf(...content));

type BatchOptions = {
  course: string;
  expiresAfter?: string | undefined;
  /** Whether it only waits to be started. */
  isReady?: boolean;
};

/** Uploads a CSV file and issues its rows. Invalid rows are skipped. */
export async function issueBatch(issuer: Actor, students: Student[], options: BatchOptions) {
  const { course, expiresAfter = '', isReady = false } = options;
  const lines = students.map(({ studentName, studentEmail }) =>
    [studentName, studentEmail, course, dateIn(0), expiresAfter].join(','),
  );
  const csv = ['studentName,studentEmail,courseName,issueDate,expiresAfter', ...lines].join('\n');
  const fileName = `${course.toLowerCase().replaceAll(' ', '-')}-${dateIn(0).slice(0, 7)}.csv`;
  const task = {
    type: 'list' as const,
    reading: {},
    bytes: new TextEncoder().encode(csv),
    options: { onError: 'skip' as const, start: !isReady },
    allowDuplicate: false,
  };
  const batch = await checkBatch(issuer, { task, fileName });
  await issueBatches();
  return batch;
}

type Payment = { gateway: string; card: Card | null };

/** Without credit at this site, a card takes its place. */
function paymentBy(method: PaymentMethod): Payment {
  if (method === 'credit' && gatewayNamed('invoice')) return { gateway: 'invoice', card: null };
  const number = (method === 'credit' ? CARDS[0] : method).replaceAll(' ', '');
  const expiryYear = new Date(now()).getUTCFullYear() + 1;
  return { gateway: 'sandbox', card: { number, expiryMonth: 12, expiryYear, code: '123' } };
}

/** A declined payment is part of the story. */
async function orDeclined<Result>(payment: Promise<Result>): Promise<Result | null> {
  try {
    return await payment;
  } catch (error) {
    if (error instanceof AppError && error.code === 'payment-declined') return null;
    throw error;
  }
}

/**
 * Looks a certificate up and pays for it, if `means` are given.
 * @returns the ID of the payment, unless it was declined
 */
export async function verify(
  verifier: Actor,
  { uniqueId }: Pick<Certificate, 'uniqueId'>,
  method?: PaymentMethod,
) {
  await lookUpCertificate(verifier, { uniqueId });
  if (!method) return null;
  const { gateway, card } = paymentBy(method);
  const paid = await orDeclined(payVerification(verifier, { uniqueId, gateway }, card));
  return paid?.payment.id ?? null;
}

/** Buys a course by card. @returns false if the card was declined */
export async function buyCourse(learner: Actor, courseId: string, method: PaymentMethod, coupon?: string) {
  const { gateway, card } = paymentBy(method);
  return (await orDeclined(purchaseCourse(learner, courseId, { gateway, coupon }, card))) !== null;
}

/** Unique IDs of certificates, oldest first: of an issuer, for a course, or all. */
export const issuedIds = (issuer?: Member, course?: string): string[] =>
  sqlite()
    .prepare<unknown[], string>(
      `select unique_id from certificates
       where issuer_id = coalesce(?, issuer_id) and course_name = coalesce(?, course_name) order by seq`,
    )
    .pluck()
    .all(issuer?.user.id ?? null, course ?? null)
    .map(formatUniqueId);

/** IDs of all certificates that are not revoked, oldest first. */
export const validIds = (): string[] =>
  sqlite()
    .prepare<[], string>(
      `select unique_id from certificates
       where seq not in (select certificate_seq from certificate_revocations) order by seq`,
    )
    .pluck()
    .all()
    .map(formatUniqueId);

/** Delivers the messages that are due, as a mail server would. Closed addresses are rejected. */
export function deliverMail() {
  const results = new DeliveryResults();
  for (const row of db().select().from(outbox).where(lte(outbox.nextAttemptAt, now())).all()) {
    if (!row.toAddress.endsWith(CLOSED_DOMAIN)) results.addDelivered(row);
    else {
      const response = '550 5.1.1 The mailbox does not exist.';
      results.addFailed(row, { command: 'RCPT TO', responseCode: 550, response });
    }
  }
  results.write();
}

/** Longer than a month, so that the newest statement is open. */
const PAYS_AFTER_MS = 40 * DAY_MS;

/** Does the server's background work, and marks statements as paid when their time has come. */
export function catchUp(office: Actor) {
  while (issueStatementsStep() || remindStep());
  const due = and(isNull(creditStatements.settledAt), lte(creditStatements.issuedAt, now() - PAYS_AFTER_MS));
  for (const { id, userId } of db().select().from(creditStatements).where(due).all()) {
    settleStatement(office, userId, { statement: id });
  }
  sweepOutbox(Number.MAX_SAFE_INTEGER);
}
