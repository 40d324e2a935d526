import { multipart } from './course-factories.ts';
import { certificateInput, type Person, paymentInput } from './factories.ts';

/** The acts that the server acknowledged. Each must be in the database exactly once after a crash. */
export type Acknowledged = {
  issued: string[];
  /** The payment's ID for each certificate that was paid for. */
  paid: Map<string, string>;
  revoked: string[];
  batches: string[];
  /** Courses that were uploaded and stay. */
  courses: string[];
  deleted: string[];
  /** The number of uploaded courses, deleted or not. */
  uploads: number;
  registered: string[];
  /** Responses with status 500. */
  failures: string[];
  /** The number of acknowledged acts. */
  count: () => number;
};

export function nothingYet(): Acknowledged {
  const done = {
    issued: [],
    paid: new Map(),
    revoked: [],
    batches: [],
    courses: [],
    deleted: [],
    uploads: 0,
    registered: [],
    failures: [],
  };
  const { paid, uploads: _, failures: __, ...lists } = done;
  const count = () => Object.values(lists).reduce((sum, list: string[]) => sum + list.length, paid.size);
  return { ...done, count };
}

type People = { issuer: Person; verifier: Person; thumbnail: Buffer };
type Answer = Record<string, Record<string, string>> & { _id?: string };

/** The acts of a mixed load. Each act rejects when the server does not respond. */
export function acts({ issuer, verifier, thumbnail }: People, done: Acknowledged) {
  let url = '';
  let number = 0;
  /** Certificates and courses that wait for one of these acts. */
  const toPay: string[] = [];
  const toRevoke: string[] = [];
  const toDelete: string[] = [];

  async function call(
    path: string,
    person: Person | null,
    body: unknown,
    more: { method?: string; key?: string } = {},
  ) {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: more.method ?? 'POST',
      headers: {
        ...(isForm ? {} : { 'content-type': 'application/json' }),
        ...(person ? { authorization: `Bearer ${person.token}` } : {}),
        ...(more.key ? { 'idempotency-key': more.key } : {}),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status === 500) done.failures.push(`${path}: ${text.slice(0, 200)}`);
    return response.ok ? ((text ? JSON.parse(text) : {}) as Answer) : null;
  }

  async function issue() {
    const answer = await call('certs/issue', issuer, certificateInput({ allowDuplicate: true }));
    const uniqueId = answer?.certificate?.uniqueId;
    if (!uniqueId) return;
    done.issued.push(uniqueId);
    number += 1;
    const next = number % 3;
    if (next === 0) toRevoke.push(uniqueId);
    else toPay.push(uniqueId);
  }

  async function pay() {
    const uniqueId = toPay.shift();
    if (!uniqueId) return issue();
    try {
      // Two parallel requests, like a double click.
      const once = () => call('cert/verify/payment', verifier, paymentInput(uniqueId), { key: uniqueId });
      for (const answer of await Promise.all([once(), once()])) {
        if (answer?.payment?._id) done.paid.set(uniqueId, answer.payment._id);
      }
    } finally {
      // A client without a response repeats the payment after the crash.
      if (!done.paid.has(uniqueId)) toPay.push(uniqueId);
    }
  }

  async function revoke() {
    const uniqueId = toRevoke.shift();
    if (!uniqueId) return issue();
    const answer = await call(`certificates/${uniqueId}/revocation`, issuer, { reason: 'An error' });
    if (answer) done.revoked.push(uniqueId);
  }

  async function issueBatch() {
    const certificates = [1, 2, 3].map((row) =>
      certificateInput({ studentName: `Row ${row}`, allowDuplicate: true }),
    );
    const answer = await call('certs/batches', issuer, { certificates });
    if (answer?.batch?._id) done.batches.push(answer.batch._id);
  }

  async function upload() {
    const form = multipart({ title: 'SQL', description: 'All of it', thumbnail: { bytes: thumbnail } });
    const course = await call('admin/course', issuer, form);
    if (!course?._id) return;
    done.uploads += 1;
    // Every second course is deleted again.
    if (done.uploads % 2 === 0) toDelete.push(course._id);
    else done.courses.push(course._id);
  }

  async function remove() {
    const id = toDelete.shift();
    if (!id) return register();
    const answer = await call(`admin/course/${id}`, issuer, {}, { method: 'DELETE' });
    if (answer) done.deleted.push(id);
  }

  async function register() {
    const email = `crash-${process.hrtime.bigint()}@people.example`;
    const person = { name: 'Zoë Müller', email, password: 'blue-heron-over-fen', role: 'individual' };
    if (await call('users/register', null, person)) done.registered.push(email);
  }

  return {
    /** Sets the URL of the server, which changes with each start. */
    at(address: string) {
      url = address;
    },
    list: [issue, issue, pay, revoke, issueBatch, upload, remove, register],
  };
}
