import { askForCorrection } from '#app/certificates/corrections.server.ts';
import { storeBackground } from '#app/designs/background.server.ts';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import { setCertificateConsent } from '#app/holders/consent.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { messageReceivedMail } from '#app/mail/site-mails.server.ts';
import { refundAsSuperAdmin } from '#app/payments/payment-details.server.ts';
import { db, sqlite, transaction } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import {
  captions,
  makeCaptions,
  makeCourse,
  makeLessonFile,
  makeWholeCourse,
  multipart,
  picture,
} from './course-factories.ts';
import { designZip } from './design-zips.ts';
import { diploma, pageOf } from './diplomas.ts';
import {
  certificateInput,
  designFields,
  giveCredit,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makePendingIssuer,
  makeStatement,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
  payFor,
} from './factories.ts';
import { type ApiOptions, fetchApi } from './handler.ts';
import { makeField } from './own-fields.ts';
import { giveApp } from './own-second-factor.ts';
import { schedule } from './scheduled.ts';
import { testEnvironment } from './setup.ts';

type Samples = Record<string, () => Promise<Response[]>>;

/** A caller with the token of a person. */
const as =
  ({ token }: Person) =>
  (path: string, options: ApiOptions = {}) =>
    fetchApi(path, { token, ...options });

/** Responses to a super admin, to a stranger, and without a token. */
async function forOffice(path: string, ...options: ApiOptions[]) {
  const [office, stranger] = [as(await makeSuperAdmin()), as(await makeVerifier())];
  const answers = [];
  for (const each of options) answers.push(await office(path, each));
  return [...answers, await stranger(path, options[0]), await fetchApi(path, options[0])];
}

const changeOf = (path: string, method: string, good: unknown, bad: unknown) =>
  forOffice(path, { method, json: good }, { method, json: bad });

const ACCOUNTS: Samples = {
  'PATCH /users/me': async () => {
    const call = as(await makeVerifier());
    return [
      await call('users/me', { method: 'PATCH', json: { name: 'Mara Osei-Mensah' } }),
      await call('users/me', { method: 'PATCH', json: { name: 7 } }),
    ];
  },
  'POST /users/me/email': async () => {
    const call = as(await makeVerifier());
    const change = (json: unknown) => call('users/me/email', { json });
    return [
      await change({ email: 'mara@new.example' }),
      await change({ email: 'mara' }),
      await change({ email: 'mara@new.example', password: 'wrong' }),
      await as(await makeSuperAdmin())('users/me/email', { json: { email: 'office@new.example' } }),
    ];
  },
  'PUT /users/me/password': async () => {
    const call = as(await makeVerifier());
    const change = (currentPassword: string) =>
      call('users/me/password', {
        method: 'PUT',
        json: { currentPassword, newPassword: 'green-otter-by-the-lake' },
      });
    return [await change('wrong'), await change(PASSWORD), await change(PASSWORD)];
  },
  'GET /users/me/sessions': async () => {
    const call = as(await makeVerifier());
    return [await call('users/me/sessions'), await call('users/me/sessions?cursor=x')];
  },
  'DELETE /users/me/sessions': async () => {
    const call = as(await makeVerifier());
    return [
      await call('users/me/sessions', { method: 'DELETE' }),
      await fetchApi('users/me/sessions', { method: 'DELETE' }),
    ];
  },
  'DELETE /users/me/sessions/{sessionId}': async () => {
    const person = await makeVerifier();
    const end = (id: string) => as(person)(`users/me/sessions/${id}`, { method: 'DELETE' });
    return [await end(person.browser.sessionId), await end('nothing')];
  },
  'GET /users/me/addresses': async () => [
    await as(await makeVerifier())('users/me/addresses'),
    await fetchApi('users/me/addresses'),
  ],
  'POST /users/me/addresses': async () => {
    const person = await makeVerifier();
    const add = (email: string) => as(person)('users/me/addresses', { json: { email } });
    return [await add('other@people.example'), await add(person.email)];
  },
  'DELETE /users/me/addresses': async () => {
    const person = await makeVerifier();
    const call = as(person);
    sqlite().prepare('insert into account_addresses values (?, ?, 1)').run('other@people.example', person.id);
    return [
      await call('users/me/addresses', { method: 'DELETE', json: { email: 'other@people.example' } }),
      await call('users/me/addresses', { method: 'DELETE', json: {} }),
    ];
  },
  'GET /users/me/billing': async () => [
    await as(await makeVerifier())('users/me/billing'),
    await fetchApi('users/me/billing'),
  ],
  'PUT /users/me/billing': async () => {
    const call = as(await makeVerifier());
    return [
      await call('users/me/billing', { method: 'PUT', json: { company: 'Osei Consulting' } }),
      await call('users/me/billing', { method: 'PUT', json: { company: 7 } }),
    ];
  },
  'GET /users/me/reminders': async () => [
    await as(await makeIssuer())('users/me/reminders'),
    await as(await makeVerifier())('users/me/reminders'),
  ],
  'PUT /users/me/reminders': async () => {
    const call = as(await makeIssuer());
    return [
      await call('users/me/reminders', { method: 'PUT', json: { students: true, summary: false } }),
      await call('users/me/reminders', { method: 'PUT', json: { students: 'yes' } }),
    ];
  },
  'GET /users/me/hold': async () => [
    await as(await makeIssuer())('users/me/hold'),
    await as(await makeVerifier())('users/me/hold'),
  ],
  'PUT /users/me/hold': async () => {
    const call = as(await makeIssuer());
    return [
      await call('users/me/hold', { method: 'PUT', json: { holdMinutes: 10 } }),
      await call('users/me/hold', { method: 'PUT', json: { holdMinutes: 61 } }),
    ];
  },
  'PATCH /certificates/scheduled/{scheduledId}': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await schedule(issuer);
    const issued = await makeCertificate(issuer, { allowDuplicate: true });
    const change = (person: Person, json: unknown, id = uniqueId) =>
      as(person)(`certificates/scheduled/${id}`, { method: 'PATCH', json });
    return [
      await change(issuer, { studentName: 'Ingrid Sorensen', expiresAfter: 'P1Y' }),
      await change(issuer, { issueDate: 'yesterday' }),
      await change(issuer, {}, issued.uniqueId),
      await change(issuer, {}, 'nothing'),
      await change(verifier, {}),
    ];
  },
  'DELETE /certificates/scheduled/{scheduledId}': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await schedule(issuer);
    const withdraw = (person: Person) =>
      as(person)(`certificates/scheduled/${uniqueId}`, { method: 'DELETE' });
    return [await withdraw(verifier), await withdraw(issuer), await withdraw(issuer)];
  },
  'GET /users/me/sharing': async () => [
    await as(await makeIssuer())('users/me/sharing'),
    await as(await makeVerifier())('users/me/sharing'),
  ],
  'PUT /users/me/sharing': async () => {
    const call = as(await makeIssuer());
    return [
      await call('users/me/sharing', { method: 'PUT', json: { sharing: false } }),
      await call('users/me/sharing', { method: 'PUT', json: { sharing: 'yes' } }),
    ];
  },
  'POST /users/resend-verification': async () => [
    await fetchApi('users/resend-verification', { json: { email: 'mara@osei.example' } }),
    await fetchApi('users/resend-verification', { json: { email: 'mara' } }),
  ],
  'GET /accounts': async () => forOffice('accounts', {}, { headers: {} }),
  'DELETE /accounts/{userId}/sessions': async () => {
    const [office, verifier] = [await makeSuperAdmin(), await makeVerifier()];
    const end = (id: string, { token } = office) =>
      fetchApi(`accounts/${id}/sessions`, { token, json: {}, method: 'DELETE' });
    return [
      await end(verifier.id),
      await end(verifier.id),
      await end('none'),
      await end(office.id),
      await end(verifier.id, await makeVerifier()),
    ];
  },
  'POST /accounts/{userId}/second-factor-reset': async () => {
    const [office, verifier] = [await makeSuperAdmin(), await makeVerifier()];
    const { codes } = await giveApp(office);
    await giveApp(verifier);
    const reset = (json: unknown, { token } = office) =>
      fetchApi(`accounts/${verifier.id}/second-factor-reset`, { token, json });
    return [
      await reset({ reason: 'The phone was stolen' }),
      await reset({ reason: 'The phone was stolen', code: codes[0] }),
      await reset({ reason: 'The phone was stolen' }),
      await reset({}),
      await reset({ reason: 'The phone was stolen' }, await makeSuperAdmin()),
      await fetchApi('accounts/none/second-factor-reset', { token: office.token, json: { reason: 'Lost' } }),
    ];
  },
  'GET /issuers': async () => {
    const issuer = await makeIssuer();
    await as(issuer)('users/me', { method: 'PATCH', json: { name: 'Aurora Academy' } });
    return forOffice('issuers', {}, {});
  },
  'POST /issuers/{issuerId}/decision': async () => {
    const { id } = await makePendingIssuer();
    return forOffice(
      `issuers/${id}/decision`,
      { json: { decision: 'approve' } },
      { json: { decision: 'approve' } },
      { json: {} },
    );
  },
  'PUT /issuers/{issuerId}/quota': async () =>
    changeOf(`issuers/${(await makeIssuer()).id}/quota`, 'PUT', { perDay: 50_000 }, { perDay: 0 }),
  'POST /issuers/name-changes/{nameChangeId}/decision': async () => {
    await as(await makeIssuer())('users/me', { method: 'PATCH', json: { name: 'Aurora Academy' } });
    const id = sqlite().prepare('select id from issuer_name_changes').pluck().get();
    return changeOf(`issuers/name-changes/${id}/decision`, 'POST', { decision: 'refuse' }, {});
  },
};

const MESSAGE = { name: 'Mara', email: 'mara@osei.example', subject: 'Receipts', message: 'Where?' };

const OPERATION: Samples = {
  'POST /messages': async () => [
    await fetchApi('messages', { json: MESSAGE }),
    await fetchApi('messages', { json: { ...MESSAGE, topic: 'other' } }),
  ],
  'GET /messages': async () => {
    await fetchApi('messages', { json: MESSAGE });
    return forOffice('messages', {});
  },
  'PATCH /messages/{messageId}': async () => {
    await fetchApi('messages', { json: MESSAGE });
    const id = sqlite().prepare('select id from support_messages').pluck().get();
    return changeOf(`messages/${id}`, 'PATCH', { mark: 'handled' }, {});
  },
  'GET /mail': async () => {
    failedMail();
    return forOffice('mail', {});
  },
  'POST /mail': async () => {
    testEnvironment({ SMTP_URL: 'smtp://127.0.0.1:1' });
    failedMail();
    return changeOf('mail', 'POST', { mailId: 'all' }, { mailId: 7 });
  },
  'GET /status': async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    return forOffice('status', {});
  },
};

/** A message that the mail server rejected once, and that is tried again later. */
function failedMail() {
  const mail = messageReceivedMail({
    supportAddress: 'support@certrace.example',
    topic: 'support',
    name: 'Mara',
    email: 'mara@osei.example',
    subject: 'Receipts',
    body: 'Where?',
  });
  transaction((tx) => enqueueMail(tx, mail));
  db()
    .update(outbox)
    .set({ attempts: 1, lastError: '450 Busy', nextAttemptAt: Date.now() + 3_600_000 })
    .run();
}

const CERTIFICATES: Samples = {
  'GET /certificates/corrections': async () => {
    const issuer = await makeIssuer();
    await askedCorrection(issuer);
    return [
      await as(issuer)('certificates/corrections'),
      await as(await makeVerifier())('certificates/corrections'),
    ];
  },
  'DELETE /certificates/corrections/{correctionId}': async () => {
    const issuer = await makeIssuer();
    await askedCorrection(issuer);
    const id = sqlite().prepare('select id from correction_requests').pluck().get();
    const decline = (json: unknown) =>
      as(issuer)(`certificates/corrections/${id}`, { method: 'DELETE', json });
    const reason = 'Our records show this name';
    return [await decline({}), await decline({ reason }), await decline({ reason })];
  },
  'POST /cert/verify/consent': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { id, uniqueId } = await makeCertificate(issuer);
    setCertificateConsent(id, 'ask');
    const call = as(verifier);
    await call('cert/verify', { json: { uniqueId } });
    sqlite().exec('update consent_requests set lapses_at = asked_at');
    const ask = (json: unknown) => call('cert/verify/consent', { json });
    return [await ask({ uniqueId }), await ask({ uniqueId: 'nothing' }), await ask({})];
  },
  'POST /designs': async () => {
    const call = as(await makeIssuer());
    const logo = { bytes: await picture(40, 20), type: 'image/png' };
    return [
      await call('designs', { body: multipart({ ...designFields(), logo }) as never }),
      await call('designs', { body: multipart(designFields({ name: '' })) as never }),
    ];
  },
  'POST /certs/preview': async () => {
    const call = as(await makeIssuer());
    return [
      await call('certs/preview', { json: certificateInput() }),
      await call('certs/preview', { json: {} }),
    ];
  },
  'GET /fields': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    makeField(issuer, 'hours', { kind: 'number', rules: { min: 0, default: 12 } });
    makeField(issuer, 'level', { kind: 'choice', rules: { choices: ['Basic', 'Advanced'] } });
    return [await as(issuer)('fields'), await as(verifier)('fields')];
  },
  'POST /fields': async () => {
    const issuer = await makeIssuer();
    const declare = (json: unknown) => as(issuer)('fields', { json });
    const field = { key: 'level', name: 'Level', kind: 'choice', choices: ['Basic', 'Advanced'] };
    return [await declare(field), await declare(field), await declare({})];
  },
  'POST /fields/pictures': async () => {
    const call = as(await makeIssuer());
    const store = (file: { bytes: Buffer; type: string }) =>
      call('fields/pictures', { body: multipart({ picture: file }) as never });
    return [
      await store({ bytes: await picture(70, 90), type: 'image/png' }),
      await store({ bytes: Buffer.from('%PDF-1.7'), type: 'application/pdf' }),
    ];
  },
  'PATCH /fields/{fieldId}': async () => {
    const issuer = await makeIssuer();
    const { id } = makeField(issuer, 'hours', { kind: 'number' });
    const change = (which: string, json: unknown) => as(issuer)(`fields/${which}`, { method: 'PATCH', json });
    return [
      await change(id, { name: 'Hours of instruction', max: 400, required: true }),
      await change(id, { kind: 'text' }),
      await change('nothing', {}),
    ];
  },
  'DELETE /fields/{fieldId}': async () => {
    const issuer = await makeIssuer();
    const { id } = makeField(issuer, 'hours');
    const retire = (which: string) => as(issuer)(`fields/${which}`, { method: 'DELETE' });
    return [await retire(id), await retire(id), await retire('nothing')];
  },
  'POST /designs/preview': async () => {
    const call = as(await makeIssuer());
    return [
      await call('designs/preview', { json: { ...designFields(), sample: 'cjk' } }),
      await call('designs/preview', { json: {} }),
    ];
  },
  'POST /designs/backgrounds': async () => {
    const call = as(await makeIssuer());
    const store = (bytes: Buffer) =>
      call('designs/backgrounds', {
        body: multipart({ background: { bytes, type: 'application/pdf' } }) as never,
      });
    return [await store(diploma()), await store(pageOf({ box: '0 0 100 400' }))];
  },
  'GET /designs/backgrounds/{backgroundId}': async () => {
    const issuer = await makeIssuer();
    const { id } = await storeBackground(issuer.actor, 'background', diploma());
    const call = as(issuer);
    return [await call(`designs/backgrounds/${id}`), await call('designs/backgrounds/nothing')];
  },
  'POST /designs/backgrounds/{backgroundId}/words': async () => {
    const issuer = await makeIssuer();
    const { id } = await storeBackground(issuer.actor, 'background', diploma());
    const remove = (which: string, words: number[]) =>
      as(issuer)(`designs/backgrounds/${which}/words`, { json: { words } });
    return [await remove(id, [1, 2]), await remove(id, [900]), await remove('nothing', [0])];
  },
  'GET /designs/library': async () => [
    await as(await makeIssuer())('designs/library'),
    await as(await makeVerifier())('designs/library'),
  ],
  'POST /designs/library/{libraryId}': async () => {
    const call = as(await makeIssuer());
    const start = (id: string, page: string) => call(`designs/library/${id}`, { json: { page } });
    return [await start('deco', 'letter'), await start('deco', 'a4-portrait'), await start('nothing', 'a4')];
  },
  'POST /designs/import': async () => {
    const call = as(await makeIssuer());
    const take = (bytes: Buffer) =>
      call('designs/import', {
        body: multipart({ design: { bytes, type: 'application/zip' } }) as never,
      });
    return [await take(await designZip()), await take(Buffer.from('PK'))];
  },
  'GET /designs/{designId}/export': async () => {
    const issuer = await makeIssuer();
    const call = as(issuer);
    return [await call(`designs/${makeDesign(issuer)}/export`), await call('designs/nothing/export')];
  },
  'POST /designs/{designId}/boxes': async () => {
    const issuer = await makeIssuer();
    const open = (id: string) => as(issuer)(`designs/${id}/boxes`, { method: 'POST' });
    return [await open(makeDesign(issuer)), await open('nothing')];
  },
  'GET /designs/{designId}': async () => {
    const issuer = await makeIssuer();
    return [await as(issuer)(`designs/${makeDesign(issuer)}`), await as(issuer)('designs/nothing')];
  },
  'PUT /designs/{designId}': async () => {
    const issuer = await makeIssuer();
    const id = makeDesign(issuer);
    const change = (fields: Record<string, string>) =>
      as(issuer)(`designs/${id}`, { method: 'PUT', body: multipart(designFields(fields)) as never });
    return [
      await change({ version: '1', primary: '#102040' }),
      await change({ version: '1', primary: '#203010' }),
    ];
  },
  'DELETE /designs/{designId}': async () => {
    const issuer = await makeIssuer();
    const id = makeDesign(issuer);
    const retire = () => as(issuer)(`designs/${id}`, { method: 'DELETE' });
    return [await retire(), await retire()];
  },
  'POST /designs/{designId}/copy': async () => {
    const issuer = await makeIssuer();
    const id = makeDesign(issuer);
    const copy = (from: string) => as(issuer)(`designs/${from}/copy`, { method: 'POST' });
    return [await copy(id), await copy('nothing')];
  },
  'POST /designs/{designId}/test-mail': async () => {
    const issuer = await makeIssuer();
    const send = (id: string) => as(issuer)(`designs/${id}/test-mail`, { method: 'POST' });
    return [await send(makeDesign(issuer)), await send('nothing')];
  },
  'PUT /designs/{designId}/default': async () => {
    const issuer = await makeIssuer();
    const set = (id: string) =>
      as(issuer)(`designs/${id}/default`, { method: 'PUT', json: { courseName: 'Go' } });
    return [await set(makeDesign(issuer)), await set('nothing')];
  },
  'DELETE /designs/{designId}/default': async () => {
    const issuer = await makeIssuer();
    const design = makeDesign(issuer);
    setDefaultDesign(issuer.actor, design, { courseName: 'Go' });
    const remove = (id: string) =>
      as(issuer)(`designs/${id}/default`, { method: 'DELETE', json: { courseName: 'Go' } });
    return [await remove(design), await remove('nothing')];
  },
};

async function askedCorrection(issuer: Person) {
  const { uniqueId, studentEmail } = await makeCertificate(issuer);
  const wrong = { field: 'studentName', right: 'Ingrid Sorensen', reason: 'My passport has no ø' } as const;
  askForCorrection({ emails: [studentEmail] }, uniqueId, wrong);
}

/** A verifier with a payment, paid or refunded. */
async function paidPayment() {
  const verifier = await makeVerifier();
  const { uniqueId } = await makeCertificate(await makeIssuer());
  const { payment } = await payFor(verifier, uniqueId);
  return { verifier, id: payment.id };
}

/** A verifier with credit and a statement. */
async function creditor() {
  const verifier = await makeVerifier();
  const office = await makeSuperAdmin();
  giveCredit(office, verifier, 5_000);
  return { verifier, office, statement: makeStatement(verifier, 2) };
}

const PAYMENTS: Samples = {
  'GET /payments/all': async () => {
    await paidPayment();
    return [...(await forOffice('payments/all', {})), await fetchApi('payments/all?limit=0')];
  },
  'GET /payments/{paymentId}': async () => {
    const { id } = await paidPayment();
    await refundAsSuperAdmin((await makeSuperAdmin()).actor, id, { reason: 'Paid by mistake' });
    return forOffice(`payments/${id}`, {});
  },
  'GET /payments/{paymentId}/receipt': async () => {
    const { verifier, id } = await paidPayment();
    return [await as(verifier)(`payments/${id}/receipt`), await as(verifier)('payments/x/receipt')];
  },
  'GET /payments/credit-notes/{creditNoteId}': async () => {
    const { verifier, id } = await paidPayment();
    await refundAsSuperAdmin((await makeSuperAdmin()).actor, id, { reason: 'Paid by mistake' });
    const note = sqlite().prepare('select id from credit_notes').pluck().get();
    const read = (which: unknown) => as(verifier)(`payments/credit-notes/${which}`);
    return [await read(note), await read('nothing')];
  },
  'POST /payments/{paymentId}/refund': async () => {
    const { id } = await paidPayment();
    return forOffice(
      `payments/${id}/refund`,
      { json: { reason: 'Paid by mistake' } },
      { json: { reason: 'Paid by mistake' } },
      { json: {} },
    );
  },
  'GET /statements': async () => {
    const { verifier } = await creditor();
    return [await as(verifier)('statements'), await as(verifier)('statements?cursor=x')];
  },
  'GET /statements/{statementId}': async () => {
    const { verifier, statement } = await creditor();
    return [await as(verifier)(`statements/${statement}`), await as(verifier)('statements/nothing')];
  },
  'GET /credit': async () => {
    await creditor();
    return forOffice('credit', {});
  },
  'POST /credit': async () => {
    const { email } = await makeVerifier();
    return changeOf('credit', 'POST', { account: email, limit: '5000' }, { account: email });
  },
  'GET /credit/mine': async () => {
    const { verifier } = await creditor();
    return [
      await as(verifier)('credit/mine'),
      await as(await makeVerifier())('credit/mine'),
      await fetchApi('credit/mine'),
    ];
  },
  'GET /credit/{userId}': async () => {
    const { verifier } = await creditor();
    return forOffice(`credit/${verifier.id}`, {});
  },
  'PATCH /credit/{userId}': async () => {
    const { verifier } = await creditor();
    return changeOf(`credit/${verifier.id}`, 'PATCH', { limit: '8000' }, { limit: 'all' });
  },
  'DELETE /credit/{userId}': async () => {
    const { verifier } = await creditor();
    return forOffice(`credit/${verifier.id}`, { method: 'DELETE' }, { method: 'DELETE' });
  },
  'POST /credit/{userId}/renewal': async () => {
    const { verifier, office } = await creditor();
    await as(office)(`credit/${verifier.id}`, { method: 'DELETE' });
    return changeOf(`credit/${verifier.id}/renewal`, 'POST', { limit: '8000' }, { limit: 'all' });
  },
  'POST /credit/{userId}/settlement': async () => {
    const { verifier, statement } = await creditor();
    sqlite().exec('update credit_statements set total_minor = 4200, settled_at = null');
    return forOffice(
      `credit/${verifier.id}/settlement`,
      { json: { statement } },
      { json: { statement } },
      { json: {} },
    );
  },
  'GET /credit/{userId}/statements': async () => {
    const { verifier } = await creditor();
    return forOffice(`credit/${verifier.id}/statements`, {});
  },
  'GET /seller': async () => {
    const office = await makeSuperAdmin();
    const empty = await as(office)('seller');
    await as(office)('seller', { method: 'PUT', json: { name: 'Certrace Ltd', taxRate: '19' } });
    return [empty, ...(await forOffice('seller', {}))];
  },
  'PUT /seller': async () => changeOf('seller', 'PUT', { name: 'Certrace Ltd' }, { taxRate: '200' }),
};

const COURSES: Samples = {
  'PUT /admin/course/{id}': async () => {
    const issuer = await makeIssuer();
    const { id } = await makeCourse(issuer);
    const change = (parts: Parameters<typeof multipart>[0], to = id) =>
      as(issuer)(`admin/course/${to}`, { method: 'PUT', body: multipart(parts) as never });
    const fields = { title: 'SQL', description: 'All of it', price: '59' };
    return [
      await change(fields),
      await change({ ...fields, thumbnail: { bytes: await picture(320, 180), type: 'image/png' } }),
      await change({ title: 'SQL' }),
      await change(fields, 'nothing'),
    ];
  },
  'PATCH /admin/course/{courseId}/module/{moduleId}': async () => {
    const issuer = await makeIssuer();
    const { course, module } = await makeWholeCourse(issuer);
    const rename = (json: unknown, id = module.id) =>
      as(issuer)(`admin/course/${course.id}/module/${id}`, { method: 'PATCH', json });
    return [await rename({ title: 'Time' }), await rename({}), await rename({ title: 'Time' }, 'nothing')];
  },
  'POST /admin/course/{id}/duplicate': async () => {
    const issuer = await makeIssuer();
    const { course } = await makeWholeCourse(issuer);
    const duplicate = (id: string) => as(issuer)(`admin/course/${id}/duplicate`, { method: 'POST' });
    return [await duplicate(course.id), await duplicate('nothing')];
  },
  'POST /admin/course/{id}/publication': async () => {
    const issuer = await makeIssuer();
    const { id } = await makeCourse(issuer, { draft: 'true' });
    const publish = (course: string) => as(issuer)(`admin/course/${course}/publication`, { method: 'POST' });
    return [await publish(id), await publish(id), await publish('nothing')];
  },
  'PATCH /admin/course/module/{moduleId}/lesson/{lessonId}': async () => {
    const issuer = await makeIssuer();
    const { module, lesson } = await makeWholeCourse(issuer);
    const place = (json: unknown, id: string = lesson.id) =>
      as(issuer)(`admin/course/module/${module.id}/lesson/${id}`, { method: 'PATCH', json });
    return [
      await place({ position: 1, draft: true }),
      await place({ position: 0 }),
      await place({ draft: false }, 'nothing'),
    ];
  },
  'PUT /admin/course/module/{moduleId}/lesson/{lessonId}': async () => {
    const issuer = await makeIssuer();
    const { course, module, lesson } = await makeWholeCourse(issuer);
    const change = (parts: Parameters<typeof multipart>[0], id = lesson.id) =>
      as(issuer)(`admin/course/module/${module.id}/lesson/${id}`, {
        method: 'PUT',
        body: multipart(parts) as never,
      });
    const fields = { title: 'Clocks and order', duration: '16:10' };
    const add = {
      title: 'Reading',
      duration: '10 minutes',
      type: 'text',
      courseId: course.id,
      text: '# Read',
    };
    const added = await as(issuer)(`admin/course/module/addLesson/${module.id}`, { json: add });
    const { _id: text } = await added.json();
    const rewrite = (id: string, json: unknown) =>
      as(issuer)(`admin/course/module/${module.id}/lesson/${id}`, { method: 'PUT', json });
    return [
      await change(fields),
      await change({ title: 'Clocks' }),
      await change(fields, 'nothing'),
      await rewrite(text, { ...fields, text: '# Read this' }),
      await rewrite(text, fields),
      await rewrite(lesson.id, { ...fields, text: '# Read this' }),
    ];
  },
  'GET /courses/{id}/lessons/{lessonId}': async () => {
    const issuer = await makeIssuer();
    const { course, lesson } = await makeWholeCourse(issuer);
    await makeLessonFile(issuer, lesson.id);
    const read = async (id: string) => as(await makeVerifier())(`courses/${course.id}/lessons/${id}`);
    return [await read(lesson.id), await read('nothing')];
  },
  'GET /courses/{id}/lessons': async () => {
    const issuer = await makeIssuer();
    const { course, lesson } = await makeWholeCourse(issuer);
    await makeCaptions(issuer, lesson.id);
    const search = async (q: string, id = course.id) =>
      as(await makeVerifier())(`courses/${id}/lessons?q=${q}`);
    return [await search('clocks'), await search(''), await search('clocks', 'nothing')];
  },
  'PUT /courses/{id}/lessons/{lessonId}/captions/{language}': async () => {
    const issuer = await makeIssuer();
    const { course, lesson } = await makeWholeCourse(issuer);
    const put = (text: string, language: string, id: string = lesson.id) =>
      as(issuer)(`courses/${course.id}/lessons/${id}/captions/${language}`, {
        method: 'PUT',
        body: multipart({ file: { bytes: Buffer.from(text), name: 'a.vtt' } }) as never,
      });
    return [
      await put(captions(), 'pt-BR'),
      await put('WEBVTT\n\nHello', 'en'),
      await put(captions(), 'x'),
      await put(captions(), 'en', 'nothing'),
    ];
  },
  'DELETE /courses/{id}/lessons/{lessonId}/captions/{language}': async () => {
    const issuer = await makeIssuer();
    const { course, lesson } = await makeWholeCourse(issuer);
    await makeCaptions(issuer, lesson.id);
    const remove = () =>
      as(issuer)(`courses/${course.id}/lessons/${lesson.id}/captions/en`, { method: 'DELETE' });
    return [await remove(), await remove()];
  },
  'POST /courses/{id}/lessons/{lessonId}/files': async () => {
    const issuer = await makeIssuer();
    const { course, lesson } = await makeWholeCourse(issuer);
    const add = (name: string, id: string = lesson.id) =>
      as(issuer)(`courses/${course.id}/lessons/${id}/files`, {
        method: 'POST',
        body: multipart({ file: { bytes: Buffer.from('%PDF-1.7'), name } }) as never,
      });
    return [await add('a.pdf'), await add('a.pdf'), await add('a.exe'), await add('a.pdf', 'nothing')];
  },
  'DELETE /courses/{id}/lessons/{lessonId}/files/{fileId}': async () => {
    const issuer = await makeIssuer();
    const { course, lesson } = await makeWholeCourse(issuer);
    const { id } = await makeLessonFile(issuer, lesson.id);
    const remove = (file: string) =>
      as(issuer)(`courses/${course.id}/lessons/${lesson.id}/files/${file}`, { method: 'DELETE' });
    return [await remove(id), await remove(id)];
  },
  'PUT /courses/{id}/rating': async () => {
    const learner = await makeVerifier();
    const { id } = await makeCourse(await makeIssuer());
    const rate = (json: unknown) => as(learner)(`courses/${id}/rating`, { method: 'PUT', json });
    const early = await rate({ stars: 5 });
    await as(learner)(`courses/${id}/purchase`, { json: {} });
    return [early, await rate({ stars: 5 }), await rate({ stars: 6 })];
  },
  'GET /coupons': async () => {
    const issuer = await makeIssuer();
    await as(issuer)('coupons', { json: { code: 'SPRING-25', kind: 'percent', value: '25' } });
    await as(issuer)('coupons', { json: { code: 'FIVE-OFF', kind: 'amount', value: '5' } });
    return [await as(issuer)('coupons'), await as(issuer)('coupons?cursor=x')];
  },
  'POST /coupons': async () => {
    const issuer = await makeIssuer();
    const create = (json: unknown) => as(issuer)('coupons', { json });
    const coupon = { code: 'SPRING-25', kind: 'percent', value: '25' };
    return [await create(coupon), await create(coupon), await create({})];
  },
  'DELETE /coupons/{couponId}': async () => {
    const issuer = await makeIssuer();
    await as(issuer)('coupons', { json: { code: 'SPRING-25', kind: 'percent', value: '25' } });
    const id = sqlite().prepare('select id from coupons').pluck().get();
    const end = (which: unknown) => as(issuer)(`coupons/${which}`, { method: 'DELETE' });
    return [await end(id), await end('nothing')];
  },
};

/** Makes calls about accounts, payments, designs, courses and the site, successfully and with at least one rejected request. */
export const OFFICE_SAMPLES: Samples = {
  ...ACCOUNTS,
  ...OPERATION,
  ...CERTIFICATES,
  ...PAYMENTS,
  ...COURSES,
};
