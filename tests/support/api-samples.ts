import type { Member } from '#app/accounts/actor.server.ts';
import { offerSecondFactor, switchOn } from '#app/accounts/second-factor/manage-second-factor.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { askForCertificate } from '#app/courses/completion/certificate-requests.server.ts';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { myCompletion } from '#app/courses/completion/my-completion.server.ts';
import { courseReasonSchema } from '#app/courses/course.schema.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { unpublishCourse } from '#app/courses/publish-course.server.ts';
import { setCertificateConsent } from '#app/holders/consent.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import { fileForm, issued } from '#tests/support/authentication.ts';
import {
  makeCourse,
  makeQuiz,
  makeWholeCourse,
  multipart,
  picture,
  videoBytes,
} from '#tests/support/course-factories.ts';
import {
  certificateInput,
  csvOf,
  mailedToken,
  makeBatch,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
  payFor,
  paymentInput,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { MEMBER_SAMPLES } from './api-samples-members.ts';
import { OFFICE_SAMPLES } from './api-samples-office.ts';
import { codeOf } from './authenticator.ts';

const upload = (path: string, token: string, form: FormData) => fetchApi(path, { token, body: form });

/** Responses of a list: a page with a next one, the whole list, and rejected requests. */
const list = async (path: string, token: string, stranger?: string) => [
  await fetchApi(`${path}?limit=1`, { token }),
  await fetchApi(path, { token }),
  await fetchApi(`${path}?limit=0`, { token }),
  await fetchApi(path),
  ...(stranger ? [await fetchApi(path, { token: stranger })] : []),
];

/** Issues two certificates, of which the first is paid for and the second only looked up. */
async function records() {
  const [issuer, verifier, superAdmin] = [await makeIssuer(), await makeVerifier(), await makeSuperAdmin()];
  const paid = await makeCertificate(issuer);
  const unpaid = await makeCertificate(issuer, { expiryDate: null });
  await payFor(verifier, paid.uniqueId);
  await fetchApi('cert/verify', { token: verifier.token, json: { uniqueId: unpaid.uniqueId } });
  const asking = await makeCertificate(issuer, { studentEmail: 'asking@students.example' });
  setCertificateConsent(asking.id, 'ask');
  const closed = await makeCertificate(issuer, { studentEmail: 'closed@students.example' });
  setCertificateConsent(closed.id, 'closed');
  return { issuer, verifier, superAdmin, paid, unpaid, asking, closed };
}

/** A quiz with one attempt, and a learner who is enrolled. `attempts` is the path of its attempts. */
async function quizOfLearner() {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { course, module } = await makeWholeCourse(issuer);
  const lesson = makeQuiz(issuer, module.id, { attempts: 1 });
  enrol(learner.browser, course.id);
  return { attempts: `courses/${course.id}/lessons/${lesson.id}/attempts`, token: learner.token };
}

/** The same with an open attempt. */
async function begunAttempt() {
  const { attempts, token } = await quizOfLearner();
  const { attempt } = (await (await fetchApi(attempts, { method: 'POST', token })).json()) as {
    attempt: { _id: string; questions: { _id: string }[] };
  };
  return { attempts, token, attemptId: attempt._id, questionId: attempt.questions[0]?._id ?? '' };
}
const HOOK = 'https://8.8.8.8/hooks';
const makeWebhook = (token: string, fields: Record<string, unknown> = {}) =>
  fetchApi('webhooks', { token, json: { url: HOOK, types: ['payment.paid'], ...fields } });

/** A learner who has completed a course. */
async function completed(certificate: 'at-once' | 'approval' = 'at-once') {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { course, lesson } = await makeWholeCourse(issuer);
  setCompletion(issuer.actor, course.id, { rule: 'lessons', inOrder: false, certificate });
  enrol(learner.actor, course.id);
  await reportProgress(learner.actor, course.id, lesson.id, { done: true });
  return { issuer, learner, course };
}

/** Makes each API call successfully and with at least one rejected request. */
export const SAMPLES: Record<string, () => Promise<Response[]>> = {
  'POST /users/login': async () => {
    const { email } = await makeVerifier();
    const unverified = await makeVerifier({ verified: false });
    const login = (json: unknown) => fetchApi('users/login', { json });
    return [
      await login({ email, password: PASSWORD }),
      await login({ email, password: 'wrong' }),
      await login({ email: unverified.email, password: PASSWORD }),
      await login({ email: 7 }),
      await fetchApi('users/login', { method: 'POST', body: 'email=a' }),
    ];
  },
  'POST /users/login/second-factor': async () => {
    const verifier = await makeVerifier();
    const { user, organisation, sessionId, address } = verifier.actor as Member;
    const browser = { kind: 'user', user, organisation, sessionId, address } as const;
    const app = offerSecondFactor(browser);
    const code = codeOf(app.secret);
    const { codes } = await switchOn(browser, { setup: app.setup, code, password: PASSWORD });
    const login = await fetchApi('users/login', { json: { email: verifier.email, password: PASSWORD } });
    const { challenge } = (await login.json()) as { challenge: string };
    const finish = (json: unknown) => fetchApi('users/login/second-factor', { json });
    return [
      await finish({ challenge, code }),
      await finish({ challenge, code: codes?.[0] }),
      await finish({ challenge, code: '1' }),
    ];
  },
  'POST /users/register': async () => [
    await fetchApi('users/register', {
      json: { name: 'Mara Osei', email: 'mara@osei.example', password: PASSWORD, role: 'corporate' },
    }),
    await fetchApi('users/register', { json: {} }),
  ],
  'POST /users/forgot-password': async () => {
    const { email } = await makeVerifier();
    return [
      await fetchApi('users/forgot-password', { json: { email } }),
      await fetchApi('users/forgot-password', { json: { email: 'nobody' } }),
    ];
  },
  'POST /users/reset-password/{token}': async () => {
    const { email } = await makeVerifier();
    await fetchApi('users/forgot-password', { json: { email } });
    const path = `users/reset-password/${mailedToken(email, 'reset-password')}`;
    return [
      await fetchApi(path, { json: { newPassword: 'short' } }),
      await fetchApi(path, { json: { newPassword: 'green-otter-by-the-lake' } }),
      await fetchApi(path, { json: { newPassword: 'green-otter-by-the-lake' } }),
    ];
  },
  'GET /users/verify/{token}': async () => {
    const { email } = await makeVerifier({ verified: false });
    return [await fetchApi(`users/verify/${mailedToken(email, 'verify')}`), await fetchApi('users/verify/x')];
  },
  'GET /auth/google': async () => [await fetchApi('auth/google')],
  'GET /auth/google/callback': async () => [await fetchApi('auth/google/callback?code=x&state=y')],
  'GET /events': async () => {
    const { issuer, verifier } = await records();
    const { course } = await makeWholeCourse(issuer);
    enrol(verifier.actor, course.id);
    return [...(await list('events', issuer.token)), await fetchApi('events', { token: verifier.token })];
  },
  'GET /webhooks': async () => {
    const { token } = await makeVerifier();
    for (const url of [HOOK, `${HOOK}/2`]) await makeWebhook(token, { url });
    return list('webhooks', token);
  },
  'POST /webhooks': async () => {
    const { token } = await makeVerifier();
    return [
      await makeWebhook(token),
      await makeWebhook(token, { url: 'https://127.0.0.1/hook' }),
      await makeWebhook(token, { types: ['all'] }),
      await makeWebhook('none'),
    ];
  },
  'GET /webhooks/{webhookId}': async () => {
    const [{ token }, other] = [await makeVerifier(), await makeVerifier()];
    const { webhook } = await (await makeWebhook(token)).json();
    const read = (by: string) => fetchApi(`webhooks/${webhook._id}`, { token: by });
    return [await read(token), await read(other.token), await read('none')];
  },
  'PATCH /webhooks/{webhookId}': async () => {
    const [{ token }, other] = [await makeVerifier(), await makeVerifier()];
    const { webhook } = await (await makeWebhook(token)).json();
    const change = (by: string, json: unknown) =>
      fetchApi(`webhooks/${webhook._id}`, { method: 'PATCH', token: by, json });
    return [
      await change(token, { types: ['payment.refunded'], active: false }),
      await change(token, { active: true }),
      await change(token, { active: 'yes' }),
      await change(other.token, {}),
    ];
  },
  'DELETE /webhooks/{webhookId}': async () => {
    const { token } = await makeVerifier();
    const { webhook } = await (await makeWebhook(token)).json();
    const remove = () => fetchApi(`webhooks/${webhook._id}`, { method: 'DELETE', token });
    return [await remove(), await remove()];
  },
  'POST /webhooks/{webhookId}/test': async () => {
    const { token } = await makeVerifier();
    const { webhook } = await (await makeWebhook(token)).json();
    const path = `webhooks/${webhook._id}`;
    const first = await fetchApi(`${path}/test`, { token, json: {} });
    await fetchApi(path, { method: 'PATCH', token, json: { active: false } });
    return [first, await fetchApi(`${path}/test`, { token, json: {} })];
  },
  'POST /webhooks/{webhookId}/secret': async () => {
    const { token } = await makeVerifier();
    const { webhook } = await (await makeWebhook(token)).json();
    const change = (id: string) => fetchApi(`webhooks/${id}/secret`, { token, json: {} });
    return [await change(webhook._id), await change('none')];
  },
  'GET /webhooks/{webhookId}/deliveries': async () => {
    const { token } = await makeVerifier();
    const { webhook } = await (await makeWebhook(token)).json();
    const path = `webhooks/${webhook._id}`;
    for (let tests = 0; tests < 2; tests += 1) await fetchApi(`${path}/test`, { token, json: {} });
    return list(`${path}/deliveries`, token, (await makeVerifier()).token);
  },
  'POST /webhooks/{webhookId}/deliveries/{deliveryId}/redelivery': async () => {
    const { token } = await makeVerifier();
    const { webhook } = await (await makeWebhook(token)).json();
    const path = `webhooks/${webhook._id}`;
    const { delivery } = await (await fetchApi(`${path}/test`, { token, json: {} })).json();
    const again = (id: string) => fetchApi(`${path}/deliveries/${id}/redelivery`, { token, json: {} });
    return [await again(delivery._id), await again('none')];
  },
  'GET /tokens': async () => {
    const { token } = await makeVerifier();
    for (const name of ['One', 'Two'])
      await fetchApi('tokens', { token, json: { name, scopes: ['payments:read'] } });
    return list('tokens', token);
  },
  'POST /tokens': async () => {
    const { token } = await makeVerifier();
    const make = (by: string, json: unknown) => fetchApi('tokens', { token: by, json });
    const limits = { scopes: ['payments:read'], expiresAt: '2099-01-01', addresses: ['127.0.0.0/8'] };
    const made = await make(token, { name: 'Campus', ...limits });
    const { secret } = (await made.clone().json()).token;
    return [
      made,
      await make(secret, { name: 'Campus', ...limits, scopes: ['certificates:issue'] }),
      await make(token, { name: 'Campus' }),
    ];
  },
  'DELETE /tokens/{tokenId}': async () => {
    const { token } = await makeVerifier();
    const make = async (scopes: string[]) =>
      (await (await fetchApi('tokens', { token, json: { name: 'Campus', scopes } })).json()).token;
    const [weak, strong] = [await make(['courses:read']), await make(['payments:read'])];
    const revoke = (id: string, by: string) => fetchApi(`tokens/${id}`, { method: 'DELETE', token: by });
    return [
      await revoke(strong._id, weak.secret),
      await revoke(strong._id, token),
      await revoke(strong._id, token),
    ];
  },
  'POST /users/logout': async () => {
    const { token } = await makeVerifier();
    const logout = () => fetchApi('users/logout', { method: 'POST', token });
    return [await logout(), await logout()];
  },
  'GET /users/me': async () => [
    await fetchApi('users/me', { token: (await makeIssuer()).token }),
    await fetchApi('users/me', { token: (await makeSuperAdmin()).token }),
    await fetchApi('users/me'),
  ],
  'POST /admin/login': async () => {
    const [issuer, { username }] = [await makeIssuer(), await makeSuperAdmin()];
    const [password1, password2] = SUPER_ADMIN_PASSWORDS;
    const login = (json: unknown) => fetchApi('admin/login', { json });
    return [
      await login({ username: issuer.username, password: PASSWORD }),
      await login({ userId: username, password1, password2 }),
      await login({ userId: username, password1, password2: password1 }),
      await login({}),
    ];
  },
  'POST /certs/issue': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const issue = (token: string, json: unknown, headers = {}) =>
      fetchApi('certs/issue', { token, json, headers });
    const key = { 'idempotency-key': 'once' };
    return [
      await issue(issuer.token, certificateInput(), key),
      await issue(issuer.token, certificateInput({ studentName: 'Another' }), key),
      await issue(issuer.token, certificateInput({ expiryDate: null, allowDuplicate: true })),
      await issue(issuer.token, certificateInput({ holdMinutes: 10, allowDuplicate: true })),
      await issue(issuer.token, certificateInput()),
      await issue(issuer.token, certificateInput({ studentEmail: 'nobody', expiryDate: '2020-01-01' })),
      await issue(verifier.token, certificateInput()),
      await issue('nothing', certificateInput()),
    ];
  },
  'GET /designs': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    makeDesign(issuer);
    makeDesign(issuer, { name: 'Courses', expiresAfter: 'P2Y' });
    return list('designs', issuer.token, verifier.token);
  },
  'POST /certs/batches': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const send = (token: string, json: unknown) => fetchApi('certs/batches', { token, json });
    const certificates = [certificateInput(), certificateInput({ studentName: 'Another' })];
    const csv = { body: csvOf(3), headers: { 'content-type': 'text/csv' }, method: 'POST' };
    return [
      await send(issuer.token, { certificates }),
      await send(issuer.token, { certificates: [certificateInput({ studentEmail: 'nobody' })] }),
      await send(issuer.token, { certificates: [] }),
      await fetchApi('certs/batches', { ...csv, token: issuer.token }),
      await fetchApi('certs/batches', { ...csv, token: issuer.token, headers: {} }),
      await fetchApi('certs/batches?start=perhaps', { ...csv, token: issuer.token }),
      await send(verifier.token, { certificates }),
    ];
  },
  'POST /certs/batches/{batchId}/pictures': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    makeField(issuer, 'photo', { kind: 'picture', visibility: [] });
    const { id } = await makeBatch(issuer, csvOf(2));
    const send = async ({ token }: Person, fields: Record<string, string>, batch = id) => {
      const files = { pictures: { bytes: await picture(), name: 'a.png' } };
      const body = multipart({ ...fields, ...files }) as never;
      return fetchApi(`certs/batches/${batch}/pictures`, { token, method: 'POST', body });
    };
    return [
      await send(issuer, { line: '2' }),
      await send(issuer, {}),
      await send(issuer, { line: '2' }, 'none'),
      await send(verifier, { line: '2' }),
    ];
  },
  'GET /certs/batches/{batchId}': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { id } = await makeBatch(issuer, `${csvOf(2)}\nNobody,nobody,,2026-01-01,`);
    const path = `certs/batches/${id}`;
    return [
      await fetchApi(path, { token: issuer.token }),
      await fetchApi(`${path}?limit=1`, { token: issuer.token }),
      await fetchApi(`${path}?limit=0`, { token: issuer.token }),
      await fetchApi(path, { token: verifier.token }),
      await fetchApi('certs/batches/none', { token: issuer.token }),
    ];
  },
  'POST /certs/batches/{batchId}/start': async () => {
    const issuer = await makeIssuer();
    const { id } = await makeBatch(issuer);
    const start = (token: string) => fetchApi(`certs/batches/${id}/start`, { method: 'POST', token });
    return [await start('nothing'), await start(issuer.token), await start(issuer.token)];
  },
  'POST /certs/batches/{batchId}/cancel': async () => {
    const issuer = await makeIssuer();
    const { id } = await makeBatch(issuer);
    const cancel = (token: string) => fetchApi(`certs/batches/${id}/cancel`, { method: 'POST', token });
    return [await cancel('nothing'), await cancel(issuer.token), await cancel(issuer.token)];
  },
  'GET /certs/batches/{batchId}/certificates.zip': async () => {
    const issuer = await makeIssuer();
    const { id } = await makeBatch(issuer, csvOf(1));
    const early = await fetchApi(`certs/batches/${id}/certificates.zip`, { token: issuer.token });
    startBatch(issuer.actor, id);
    await issueBatches();
    const zip = await fetchApi(`certs/batches/${id}/certificates.zip`, { token: issuer.token });
    return [
      early,
      zip,
      await fetchApi(`certs/batches/${id}/certificates.zip?format=doc`, { token: issuer.token }),
    ];
  },
  'POST /certificates/{uniqueId}/renewal': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer);
    const renew = (token: string, json: unknown, id = uniqueId) =>
      fetchApi(`certificates/${id}/renewal`, { token, json });
    return [
      await renew(verifier.token, {}),
      await renew(issuer.token, { issueDate: 'never' }),
      await renew(issuer.token, {}),
      await renew(issuer.token, {}),
      await renew(issuer.token, {}, 'nothing'),
    ];
  },
  'POST /certificates/renewals': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer);
    const renew = (token: string, uniqueIds: unknown) =>
      fetchApi('certificates/renewals', { token, json: { uniqueIds, expiresAfter: 'P1Y' } });
    return [
      await renew(verifier.token, [uniqueId]),
      await renew(issuer.token, 'all'),
      await renew(issuer.token, [uniqueId]),
      await renew(issuer.token, [uniqueId]),
      await renew(issuer.token, ['nothing']),
    ];
  },
  'POST /certificates/revocations': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer);
    const revoke = (token: string, uniqueIds: unknown) =>
      fetchApi('certificates/revocations', { token, json: { uniqueIds, reason: 'Wrong date' } });
    return [
      await revoke(verifier.token, [uniqueId]),
      await revoke(issuer.token, []),
      await revoke(issuer.token, [uniqueId]),
      await revoke(issuer.token, [uniqueId]),
      await revoke(issuer.token, ['nothing']),
    ];
  },
  'POST /holders/erasure': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { studentEmail: email } = await makeCertificate(issuer);
    const erase = (token: string, fields: object = {}) =>
      fetchApi('holders/erasure', {
        token,
        json: { email, reason: 'Request', password: PASSWORD, ...fields },
      });
    return [
      await erase(verifier.token),
      await erase(issuer.token, { reason: '' }),
      await erase(issuer.token),
      await erase(issuer.token),
    ];
  },
  'POST /certificates/{uniqueId}/revocation': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer);
    const revoke = (token: string, json: unknown, id = uniqueId) =>
      fetchApi(`certificates/${id}/revocation`, { token, json });
    const reason = 'Issued to the wrong person';
    return [
      await revoke(verifier.token, { reason }),
      await revoke(issuer.token, {}),
      await revoke(issuer.token, { reason }),
      await revoke(issuer.token, { reason }),
      await revoke(issuer.token, { reason }, 'nothing'),
    ];
  },
  'GET /certificates/{uniqueId}/mail': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer);
    const ask = (token: string, id = uniqueId) => fetchApi(`certificates/${id}/mail`, { token });
    return [await ask(issuer.token), await ask(verifier.token), await ask(issuer.token, 'nothing')];
  },
  'POST /certificates/{uniqueId}/mail': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer);
    const send = (token: string, id = uniqueId) =>
      fetchApi(`certificates/${id}/mail`, { method: 'POST', token });
    const waiting = await send(issuer.token);
    // The message has left, so it is written again.
    db().delete(outbox).run();
    return [
      waiting,
      await send(issuer.token),
      await send(verifier.token),
      await send(issuer.token, 'nothing'),
    ];
  },
  'POST /certificates/{uniqueId}/replacement': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer);
    const replace = (token: string, json: unknown, id = uniqueId) =>
      fetchApi(`certificates/${id}/replacement`, { token, json });
    const corrected = certificateInput({ studentName: 'Ingrid Sorensen' });
    return [
      await replace(verifier.token, corrected),
      await replace(issuer.token, {}),
      await replace(issuer.token, corrected),
      await replace(issuer.token, corrected),
      await replace(issuer.token, corrected, 'nothing'),
    ];
  },
  'GET /certificates/mine': async () => {
    const { issuer, verifier } = await records();
    await makeCertificate(issuer, { studentEmail: verifier.email });
    return list('certificates/mine', verifier.token);
  },
  'GET /certificates/my-issued': async () => {
    const { issuer, verifier, paid } = await records();
    await fetchApi(`certificates/${paid.uniqueId}/revocation`, {
      token: issuer.token,
      json: { reason: 'R' },
    });
    return list('certificates/my-issued', issuer.token, verifier.token);
  },
  'GET /certificates/all': async () => {
    const { superAdmin, issuer } = await records();
    return list('certificates/all', superAdmin.token, issuer.token);
  },
  'GET /certificates/my-verified': async () => {
    const { issuer, verifier } = await records();
    return list('certificates/my-verified', issuer.token, verifier.token);
  },
  'GET /certificates/all-verified': async () => {
    const { superAdmin, issuer } = await records();
    return list('certificates/all-verified', superAdmin.token, issuer.token);
  },
  'POST /cert/verify': async () => {
    const { verifier, paid, unpaid, asking, closed } = await records();
    const find = (json: unknown) => fetchApi('cert/verify', { token: verifier.token, json });
    return [
      await find({ uniqueId: paid.uniqueId }),
      await find({ uniqueId: unpaid.uniqueId }),
      await find({ uniqueId: asking.uniqueId, purpose: 'employment' }),
      await find({ uniqueId: closed.uniqueId }),
      await find({ uniqueId: 'nothing' }),
      await find({ uniqueId: 7 }),
    ];
  },
  'POST /cert/verify/payment': async () => {
    const { verifier, unpaid, closed } = await records();
    const pay = (json: unknown, headers = {}) =>
      fetchApi('cert/verify/payment', { token: verifier.token, json, headers });
    return [
      await pay(paymentInput(unpaid.uniqueId, { cardNumber: '4000000000000002' })),
      await pay(paymentInput(unpaid.uniqueId, { cvCode: '1' })),
      await pay(paymentInput('nothing')),
      await pay(paymentInput(closed.uniqueId)),
      await pay({}),
      await pay(paymentInput(unpaid.uniqueId), { 'idempotency-key': 'once' }),
    ];
  },
  'GET /verifications': async () => {
    const { verifier } = await records();
    return list('verifications', verifier.token);
  },
  'GET /audit': async () => {
    const [issuer, stranger] = [await makeIssuer(), await makeVerifier()];
    for (const name of ['One', 'Two'])
      await fetchApi('tokens', { token: issuer.token, json: { name, scopes: ['audit:read'] } });
    return list('audit', issuer.token, stranger.token);
  },
  'GET /payments': async () => {
    const { verifier } = await records();
    return list('payments', verifier.token);
  },
  'POST /courses/{id}/purchase': async () => {
    const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
    const [free, priced] = [await makeCourse(issuer), await makeCourse(issuer, { price: '49' })];
    const buy = (course: string, json: unknown, headers = {}) =>
      fetchApi(`courses/${course}/purchase`, { token: learner.token, json, headers });
    const { uniqueId: _, ...card } = paymentInput('') as Record<string, string>;
    return [
      await buy(free.id, {}),
      await buy(priced.id, { ...card, cardNumber: '4000000000000002' }),
      await buy(priced.id, {}),
      await buy('nothing', card),
      await buy(priced.id, card, { 'idempotency-key': 'once' }),
    ];
  },
  'POST /authenticate': async () => {
    const { file } = await issued();
    const check = (body: BodyInit) => fetchApi('authenticate', { body });
    return [
      await check(fileForm(await file('json')) as never),
      await check(fileForm(Buffer.from('PK a zip')) as never),
      await check(new FormData() as never),
      await fetchApi('authenticate', { json: {} }),
    ];
  },
  'POST /courses/{id}/enrolment': async () => {
    const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
    const { id } = await makeCourse(issuer);
    const { id: sold } = await makeCourse(issuer, { price: '49.5' });
    const enrolIn = (course: string) =>
      fetchApi(`courses/${course}/enrolment`, { method: 'POST', token: learner.token });
    return [await enrolIn(id), await enrolIn(id), await enrolIn(sold), await enrolIn('nothing')];
  },
  'DELETE /courses/{id}/enrolment': async () => {
    const learner = await makeVerifier();
    const { id } = await makeCourse(await makeIssuer());
    enrol(learner.actor, id);
    const leave = () => fetchApi(`courses/${id}/enrolment`, { method: 'DELETE', token: learner.token });
    return [await leave(), await leave()];
  },
  'PUT /courses/{id}/lessons/{lessonId}/progress': async () => {
    const learner = await makeVerifier();
    const { course, lesson } = await makeWholeCourse(await makeIssuer());
    const report = (json: unknown, id: string = lesson.id) =>
      fetchApi(`courses/${course.id}/lessons/${id}/progress`, { method: 'PUT', token: learner.token, json });
    const stranger = await report({ position: 1 });
    enrol(learner.actor, course.id);
    return [
      stranger,
      await report({ position: 3.5, ranges: [[0, 3.5]] }),
      await report({ done: true }),
      await report({ position: -1 }),
      await report({}, 'nothing'),
    ];
  },
  'POST /courses/{id}/lessons/{lessonId}/attempts': async () => {
    const { attempts, token } = await quizOfLearner();
    const begin = (path = attempts) => fetchApi(path, { method: 'POST', token });
    const first = await begin();
    const { attempt } = (await first.clone().json()) as { attempt: { _id: string } };
    const resumed = await begin();
    await fetchApi(`${attempts}/${attempt._id}/submission`, { token, json: {} });
    return [first, resumed, await begin(), await begin('courses/none/lessons/none/attempts')];
  },
  'PUT /courses/{id}/lessons/{lessonId}/attempts/{attemptId}': async () => {
    const { attempts, token, questionId, attemptId } = await begunAttempt();
    const keep = (answers: unknown, id = attemptId) =>
      fetchApi(`${attempts}/${id}`, { method: 'PUT', token, json: { answers } });
    return [await keep({ [questionId]: true }), await keep({ none: true }), await keep({}, 'nothing')];
  },
  'POST /courses/{id}/lessons/{lessonId}/attempts/{attemptId}/submission': async () => {
    const { attempts, token, questionId, attemptId } = await begunAttempt();
    const submit = (answers: unknown) =>
      fetchApi(`${attempts}/${attemptId}/submission`, { token, json: { answers } });
    return [await submit({ none: 1 }), await submit({ [questionId]: false }), await submit({})];
  },
  'GET /courses/{id}/completion': async () => {
    const { learner, course } = await completed();
    return [
      await fetchApi(`courses/${course.id}/completion`, { token: learner.token }),
      await fetchApi('courses/nothing/completion', { token: learner.token }),
    ];
  },
  'POST /courses/{id}/completion': async () => {
    const { learner, course } = await completed();
    const confirm = (json: unknown, id = course.id) =>
      fetchApi(`courses/${id}/completion`, { token: learner.token, json });
    return [
      await confirm({ name: '' }),
      await confirm({ name: 'Ada Lovelace' }),
      await confirm({ name: 'Ada Lovelace' }, 'nothing'),
    ];
  },
  'GET /completions': async () => {
    const { issuer, learner } = await completed();
    const second = await makeWholeCourse(issuer);
    enrol(learner.actor, second.course.id);
    await reportProgress(learner.actor, second.course.id, second.lesson.id, { done: true });
    return list('completions', learner.token);
  },
  'GET /courses/{id}/completion-settings': async () => {
    const { course } = await makeWholeCourse(await makeIssuer());
    return [
      await fetchApi(`courses/${course.id}/completion-settings`),
      await fetchApi('courses/nothing/completion-settings'),
    ];
  },
  'PUT /courses/{id}/completion-settings': async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const { course } = await makeWholeCourse(issuer);
    const set = (json: unknown, token = issuer.token) =>
      fetchApi(`courses/${course.id}/completion-settings`, { method: 'PUT', token, json });
    const settings = { rule: 'both', inOrder: true, certificate: 'approval' };
    return [await set(settings), await set({ ...settings, rule: 'none' }), await set(settings, other.token)];
  },
  'GET /courses/{id}/learners': async () => {
    const { issuer, learner, course } = await completed();
    await askForCertificate(learner.actor, course.id, { name: 'Ada Lovelace' });
    enrol((await makeVerifier()).actor, course.id);
    return list(`courses/${course.id}/learners`, issuer.token, (await makeIssuer()).token);
  },
  'GET /courses/{id}/approvals': async () => {
    const { issuer, learner, course } = await completed('approval');
    await askForCertificate(learner.actor, course.id, { name: 'Ada Lovelace' });
    return [
      await fetchApi(`courses/${course.id}/approvals`, { token: issuer.token }),
      await fetchApi(`courses/${course.id}/approvals?limit=0`, { token: issuer.token }),
      await fetchApi(`courses/${course.id}/approvals`, { token: learner.token }),
    ];
  },
  'POST /courses/{id}/approvals': async () => {
    const { issuer, learner, course } = await completed('approval');
    await askForCertificate(learner.actor, course.id, { name: 'Ada Lovelace' });
    const completionIds = [myCompletion(learner.actor, course.id)?.id];
    const approve = (json: unknown, token = issuer.token) =>
      fetchApi(`courses/${course.id}/approvals`, { token, json });
    return [
      await approve({ completionIds: [] }),
      await approve({ completionIds }),
      await approve({ completionIds }, learner.token),
      await approve({ completionIds }, (await makeIssuer()).token),
    ];
  },
  'GET /users/courses': async () => {
    const issuer = await makeIssuer();
    await makeCourse(issuer, { category: 'Backend', price: '49.5' });
    await makeWholeCourse(issuer);
    return [
      await fetchApi('users/courses'),
      await fetchApi('users/courses?limit=1', { token: issuer.token }),
      await fetchApi('users/courses?limit=0'),
    ];
  },
  'GET /admin/courses': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    await makeWholeCourse(issuer);
    return list('admin/courses', issuer.token, verifier.token);
  },
  'GET /admin/course/modules/fetchCourseDetails/{id}': async () => {
    const { course } = await makeWholeCourse(await makeIssuer());
    return [
      await fetchApi(`admin/course/modules/fetchCourseDetails/${course.id}`),
      await fetchApi('admin/course/modules/fetchCourseDetails/nothing'),
    ];
  },
  'POST /admin/course': async () => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const thumbnail = { bytes: await picture(320, 180), type: 'image/png' };
    const form = (parts: Parameters<typeof multipart>[0]) =>
      multipart({ title: 'SQL', description: 'All of it', ...parts });
    return [
      await upload('admin/course', issuer.token, form({ thumbnail, category: 'Database', price: '49' })),
      await upload('admin/course', issuer.token, form({ thumbnail: { bytes: Buffer.from('text') } })),
      await upload('admin/course', verifier.token, form({ thumbnail })),
      await fetchApi('admin/course', { token: issuer.token, json: { title: 'SQL' } }),
    ];
  },
  'DELETE /admin/course/{id}': async () => {
    const issuer = await makeIssuer();
    const { id } = await makeCourse(issuer);
    const remove = () => fetchApi(`admin/course/${id}`, { method: 'DELETE', token: issuer.token });
    return [await remove(), await remove()];
  },
  'POST /admin/course/{id}/unpublication': async () => {
    const [issuer, superAdmin] = [await makeIssuer(), await makeSuperAdmin()];
    const { id } = await makeCourse(issuer);
    const unpublish = (token: string, json: unknown, course = id) =>
      fetchApi(`admin/course/${course}/unpublication`, { token, json });
    const reason = 'The videos belong to another school';
    return [
      await unpublish(issuer.token, { reason }),
      await unpublish(superAdmin.token, {}),
      await unpublish(superAdmin.token, { reason }),
      await unpublish(superAdmin.token, { reason }),
      await unpublish(superAdmin.token, { reason }, 'nothing'),
    ];
  },
  'DELETE /admin/course/{id}/unpublication': async () => {
    const [issuer, superAdmin] = [await makeIssuer(), await makeSuperAdmin()];
    const { id } = await makeCourse(issuer);
    await unpublishCourse(
      superAdmin.actor,
      id,
      parseInput(courseReasonSchema, { reason: 'The videos belong to another school' }),
    );
    const republish = (token: string, course = id) =>
      fetchApi(`admin/course/${course}/unpublication`, { method: 'DELETE', token });
    return [
      await republish(issuer.token),
      await republish(superAdmin.token),
      await republish(superAdmin.token),
      await republish(superAdmin.token, 'nothing'),
    ];
  },
  'POST /admin/course/addModules/{courseId}': async () => {
    const issuer = await makeIssuer();
    const { id } = await makeCourse(issuer);
    const add = (json: unknown, to = id) =>
      fetchApi(`admin/course/addModules/${to}`, { token: issuer.token, json });
    return [
      await add({ title: 'Time', lessonCount: 0, isExpanded: true, lessons: [] }),
      await add({ title: 'x'.repeat(201) }),
      await add({ title: 'Time' }, 'nothing'),
    ];
  },
  'DELETE /admin/course/{courseId}/module/{moduleId}': async () => {
    const issuer = await makeIssuer();
    const { course, module } = await makeWholeCourse(issuer);
    const remove = () =>
      fetchApi(`admin/course/${course.id}/module/${module.id}`, { method: 'DELETE', token: issuer.token });
    return [await remove(), await remove()];
  },
  'POST /admin/course/module/addLesson/{moduleId}': async () => {
    const issuer = await makeIssuer();
    const { course, module } = await makeWholeCourse(issuer);
    const add = (to: string, parts: Parameters<typeof multipart>[0]) =>
      upload(
        `admin/course/module/addLesson/${to}`,
        issuer.token,
        multipart({ title: 'Clocks', duration: '15:30', type: 'video', courseId: course.id, ...parts }),
      );
    const videoFile = { bytes: videoBytes(), type: 'video/mp4' };
    return [
      await add(module.id, { videoFile }),
      await add(module.id, { videoFile: { bytes: Buffer.from('text') } }),
      await add('nothing', { videoFile }),
      await fetchApi(`admin/course/module/addLesson/${module.id}`, { method: 'POST' }),
      await fetchApi(`admin/course/module/addLesson/${module.id}`, {
        token: issuer.token,
        json: { title: 'Reading', duration: '10', type: 'text', courseId: course.id, text: '# Clocks' },
      }),
    ];
  },
  'DELETE /admin/course/module/{moduleId}/lesson/{lessonId}': async () => {
    const issuer = await makeIssuer();
    const { module, lesson } = await makeWholeCourse(issuer);
    const remove = () =>
      fetchApi(`admin/course/module/${module.id}/lesson/${lesson.id}`, {
        method: 'DELETE',
        token: issuer.token,
      });
    return [await remove(), await remove()];
  },
  ...OFFICE_SAMPLES,
  ...MEMBER_SAMPLES,
  'GET /openapi.json': async () => [await fetchApi('openapi.json')],
};
