import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { codeOf } from '#tests/support/authenticator.ts';
import { runScript, temporaryFolders } from '#tests/support/backups.ts';
import { certificateInput } from '#tests/support/factories.ts';
import { startS3 } from '#tests/support/s3-stand-in.ts';
import { startServer } from '#tests/support/server.ts';
import { SIGNING_PASSPHRASE } from '#tests/support/signed-pdfs.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const folders = temporaryFolders();
afterAll(folders.removeAll);

const canary = (name: string) => `canary-${name}-${randomBytes(9).toString('base64url')}`;

/** Secrets that people type and operators configure. Those that the site makes are added while it runs. */
const TYPED = {
  password: canary('password'),
  wrongPassword: canary('wrong'),
  resetPassword: canary('reset'),
  changedPassword: canary('changed'),
  // A common slip: the password in the field of the username.
  asUsername: canary('as-username'),
  superAdmin1: canary('super-1'),
  superAdmin2: canary('super-2'),
  passphrase: canary('passphrase'),
  // Valid by its check digit, but no test card.
  card: '4539578763621486',
};
const CONFIGURED = {
  SESSION_SECRET: canary('session-secret-of-the-site'),
  METRICS_TOKEN: canary('metrics'),
  GOOGLE_CLIENT_ID: 'certrace-tests',
  GOOGLE_CLIENT_SECRET: canary('google'),
  STRIPE_SECRET_KEY: canary('sk'),
  STRIPE_WEBHOOK_SECRET: canary('whsec'),
  SMTP_PASSWORD: canary('smtp'),
  OTEL_TOKEN: canary('otel'),
  S3_SECRET_ACCESS_KEY: canary('s3'),
  SIGNING_P12_PASSPHRASE: SIGNING_PASSPHRASE,
};
const SIGNING_P12 = 'tests/assets/signing/rsa.p12';

/** How a secret may be written: in clear, in URLs, base64 at any offset, hex, and as an unsalted hash. */
function spellings(secret: string, isRandom: boolean): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The characters at both ends depend on the neighbours.
    const inner = encoded.slice(offset === 0 ? 0 : 4, -4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const digest = createHash('sha256').update(secret).digest();
  // The hash of a random secret is what identifies it in the database.
  const hashes = isRandom
    ? []
    : [digest.toString('hex'), digest.toString('base64'), digest.toString('latin1')];
  return [
    secret,
    secret.toUpperCase(),
    encodeURIComponent(secret),
    bytes.toString('hex'),
    ...base64,
    ...hashes,
  ];
}

/** A client that keeps what the site answered, unless a response is the one that shows a secret. */
function clientOf(url: string, pages: string[]) {
  const ask = async (path: string, init: RequestInit & { shows?: boolean } = {}) => {
    const response = await fetch(url + path, { redirect: 'manual', ...init });
    const text = await response.text();
    const location = response.headers.get('location') ?? '';
    if (!init.shows) pages.push(text, location);
    return { status: response.status, text, cookies: response.headers.getSetCookie(), location };
  };
  return {
    page: (path: string, cookie: string, shows = false) =>
      ask(path, { headers: { cookie, accept: 'text/html' }, shows }),
    form: (path: string, fields: Record<string, string>, cookie = '', shows = false) =>
      ask(path, {
        method: 'POST',
        headers: { cookie, origin: url, accept: 'text/html' },
        body: new URLSearchParams(fields),
        shows,
      }),
    api: (path: string, json?: unknown, token?: string, shows = false, method?: string) =>
      ask(`/api/v1/${path}`, {
        method: method ?? (json === undefined ? 'GET' : 'POST'),
        headers: {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(json !== undefined && { body: typeof json === 'string' ? json : JSON.stringify(json) }),
        shows,
      }),
  };
}

const cookieIn = (cookies: string[], name: string) =>
  cookies.map((line) => new RegExp(`${name}=([^;]+)`).exec(line)?.[1]).find(Boolean) ?? '';

/** Keeps everything that is exported to it. */
async function startCollector() {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push((await buffer(request)).toString());
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: () => server.close(),
  };
}

it('no secret reaches the database, its WAL, the bucket, logs, traces, metrics, backups, copies of data or pages', async () => {
  const home = folders.make();
  const [smtp, collector, s3] = [await startSmtp(), await startCollector(), await startS3()];
  s3.keys.secretAccessKey = CONFIGURED.S3_SECRET_ACCESS_KEY;
  const storage = { ...s3.settings, SIGNING_P12, ...CONFIGURED };
  const shell: string[] = [];
  const run = async (script: string, args: string[], env: Record<string, string> = {}) => {
    const { code, output } = await runScript(home, script, args, { ...storage, ...env });
    shell.push(output);
    expect([script, code, output]).toEqual([script, 0, expect.any(String)]);
  };
  await run('superadmin-create', ['--id', 'office'], {
    SUPERADMIN_PASSWORD_1: TYPED.superAdmin1,
    SUPERADMIN_PASSWORD_2: TYPED.superAdmin2,
  });
  const server = await startServer({
    folder: home,
    env: {
      ...storage,
      ISSUER_APPROVAL: 'auto',
      LOG_LEVEL: 'trace',
      SMTP_URL: smtp.url.replace('://', `://certrace:${CONFIGURED.SMTP_PASSWORD}@`),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${CONFIGURED.OTEL_TOKEN}`,
    },
  });
  const pages: string[] = [];
  const { api, form, page } = clientOf(server.url, pages);
  const email = 'zoe.canary@people.example';
  /** Secrets that the site made. */
  const made: Record<string, string> = {};
  const linkTo = async (part: string) => {
    const find = () =>
      smtp.mails
        .map(({ text }) => new RegExp(`/${part}/([\\w-]{20,})`).exec(text ?? '')?.[1])
        .findLast(Boolean);
    await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
    return String(find());
  };
  const logIn = (password: string, shows = true) => api('users/login', { email, password }, undefined, shows);

  // Registration, and a link that was mailed.
  await api('users/register', { name: 'Zoë Canary', email, password: TYPED.password, role: 'individual' });
  made.verificationLink = await linkTo('verify');
  // The page of a link has its own address, and a form shows again what was typed into it, except passwords.
  await page(`/verify/${made.verificationLink}`, '', true);
  await form(`/verify/${made.verificationLink}`, {}, '', true);
  await api(`users/verify/${made.verificationLink}`);
  // Failed logins, also with the password in the wrong field and in a body that is no JSON.
  await logIn(TYPED.wrongPassword, false);
  await form('/', { email, password: TYPED.wrongPassword });
  await form(
    '/admin-login/admincredentials',
    { username: TYPED.asUsername, password: TYPED.wrongPassword },
    '',
    true,
  );
  await api('users/login', `{"email": "${email}", "password": "${TYPED.wrongPassword}`);
  await api('users/login', { email, password: [TYPED.wrongPassword] });
  // A reset, whose link works once, and logins over the API and in a browser.
  await api('users/forgot-password', { email });
  made.resetLink = await linkTo('reset-password');
  await page(`/reset-password/${made.resetLink}`, '', true);
  await api(`users/reset-password/${made.resetLink}`, { newPassword: TYPED.resetPassword });
  await api(`users/reset-password/${made.resetLink}`, { newPassword: TYPED.resetPassword });
  made.bearer = String(JSON.parse((await logIn(TYPED.resetPassword)).text).token);
  const browser = await form('/', { email, password: TYPED.resetPassword });
  made.session = cookieIn(browser.cookies, 'certrace_session');
  const cookie = `certrace_session=${made.session}`;
  await api('users/me', undefined, `${made.bearer}x`);
  // An API token, and a webhook.
  const token = await api(
    'tokens',
    { name: 'A program', scopes: ['payments:read'], password: TYPED.resetPassword },
    made.bearer,
    true,
  );
  made.apiToken = JSON.parse(token.text).token.secret;
  await api('payments', undefined, made.apiToken);
  await api('users/me', undefined, made.apiToken);
  const hook = await api(
    'webhooks',
    { url: 'https://8.8.8.8/hooks', types: ['payment.paid'] },
    made.bearer,
    true,
  );
  made.webhook = String(JSON.parse(hook.text).webhook?.secret);
  // The second factor, whose set-up page shows its secret.
  const setUp = await page('/settings/second-factor', cookie, true);
  made.totp = (/<code[^>]*>([A-Z2-7 ]{39})<\/code>/.exec(setUp.text)?.[1] ?? '').replaceAll(' ', '');
  const setup = /name="setup" value="([\w-]+)"/.exec(setUp.text)?.[1] ?? '';
  const on = await form(
    '/settings/second-factor',
    { intent: 'on', setup, code: codeOf(made.totp), password: TYPED.resetPassword },
    cookie,
    true,
  );
  const codes = [...on.text.matchAll(/>([0-9A-Z]{4}(?:-[0-9A-Z]{4}){5})</g)].map(([, code = '']) => code);
  expect(codes).toHaveLength(10);
  [made.recoveryCode = '', made.usedRecoveryCode = ''] = codes;
  const challenged = await logIn(TYPED.resetPassword);
  made.challenge = String(JSON.parse(challenged.text).challenge);
  await api('users/login/second-factor', { challenge: made.challenge, code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' });
  const second = await form('/', { email, password: TYPED.resetPassword });
  const pending = `certrace_challenge=${cookieIn(second.cookies, 'certrace_challenge')}`;
  const trusted = await form('/second-factor', { code: made.usedRecoveryCode, remember: 'on' }, pending);
  made.trusted = cookieIn(trusted.cookies, 'certrace_trusted');
  made.device = cookieIn(trusted.cookies, 'certrace_device');
  // A changed password, with a wrong one before.
  const change = (currentPassword: string) =>
    form(
      '/settings',
      { intent: 'password', currentPassword, newPassword: TYPED.changedPassword },
      `certrace_session=${cookieIn(trusted.cookies, 'certrace_session')}`,
    );
  await change(TYPED.wrongPassword);
  const changed = await change(TYPED.resetPassword);
  const present = `certrace_session=${cookieIn(changed.cookies, 'certrace_session')}`;
  made.laterSession = present.slice('certrace_session='.length);
  // The staff, with a wrong password first.
  const office = { userId: 'office', password1: TYPED.superAdmin1, password2: TYPED.superAdmin2 };
  await api('admin/login', { ...office, password2: TYPED.wrongPassword });
  const staff = await form('/superadmin-login', office);
  const staffCookie = `certrace_session=${cookieIn(staff.cookies, 'certrace_session')}`;
  made.staffSession = staffCookie.slice('certrace_session='.length);
  // A card, in the form of a certificate that does not exist and over the API.
  const paying = {
    uniqueId: '7K3M-9QZX-2HVB-4TND',
    cardNumber: TYPED.card,
    expiryMonth: '12',
    expiryYear: '39',
  };
  await api('cert/verify/payment', { ...paying, cvCode: '987' }, made.bearer);
  await form('/verify/payment', { ...paying, cvCode: '987' }, present);
  // An issuer, whose signed certificate is drawn into the bucket.
  const school = { name: 'Northwind', email: 'office@northwind.example', password: TYPED.password };
  await api('users/register', { ...school, role: 'admin' });
  const mailed = () => smtp.mails.findLast(({ envelopeTo }) => envelopeTo.includes(school.email))?.text;
  await expect.poll(() => /\/verify\/[\w-]{20,}/.test(mailed() ?? ''), { timeout: 20_000 }).toBe(true);
  made.issuerLink = /\/verify\/([\w-]{20,})/.exec(mailed() ?? '')?.[1] ?? '';
  await api(`users/verify/${made.issuerLink}`);
  const issuer = await api(
    'admin/login',
    { username: school.email, password: school.password },
    undefined,
    true,
  );
  made.issuerBearer = String(JSON.parse(issuer.text).token);
  const issued = await api('certs/issue', certificateInput(), made.issuerBearer);
  const { uniqueId } = JSON.parse(issued.text).certificate;
  const pdf = await fetch(`${server.url}/certificates/${uniqueId}.pdf`, {
    headers: { authorization: `Bearer ${made.issuerBearer}` },
  });
  const pdfText = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
  expect([pdf.status, pdfText.includes('adbe.pkcs7') || pdfText.includes('ETSI.CAdES')]).toEqual([200, true]);
  // A copy of everything that is held about the person.
  await form('/settings/data', { intent: 'export' }, present);
  const linkOfCopy = async () =>
    /href="(\/settings\/data\/[^"]+\.zip)"/.exec((await page('/settings/data', present)).text)?.[1];
  await expect.poll(linkOfCopy, { timeout: 30_000, interval: 500 }).toBeTruthy();
  const copy = await fetch(server.url + (await linkOfCopy()), { headers: { cookie: present } });
  const copyText = Buffer.from(await copy.arrayBuffer()).toString('latin1');
  expect([copy.status, copyText.includes('sessions.json')]).toEqual([200, true]);
  // Pages and lists that could show what was entered.
  for (const path of [
    '/settings',
    '/settings/second-factor',
    '/settings/data',
    '/payments',
    '/verify',
    '/my-certificates',
  ])
    await page(path, present);
  for (const path of [
    '/superadmin/audit',
    '/superadmin/audit.csv',
    '/superadmin/mail',
    '/superadmin/status',
    '/admin/update',
  ])
    expect([path, (await page(path, staffCookie)).status]).toEqual([path, 200]);
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${CONFIGURED.METRICS_TOKEN}` },
  });
  const metricsText = await metrics.text();
  expect(metrics.status).toBe(200);

  const files = (suffixes: string[]) =>
    suffixes.map((suffix) => readFileSync(join(home, `certrace.sqlite${suffix}`)).toString('latin1'));
  const [running = '', wal = ''] = files(['', '-wal']);
  const [plain, withKeys] = [join(home, 'plain.tar'), join(home, 'with-keys.tar')];
  await run('backup', [plain]);
  await run('backup', [withKeys, '--with-keys'], { BACKUP_PASSPHRASE: TYPED.passphrase });
  await run('fsck', ['--quick']);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  await smtp.stop();
  collector.stop();
  const bucket = [...s3.objects.values()].map((bytes) => bytes.toString('latin1'));
  await s3.stop();

  const places: Record<string, string> = {
    database: running,
    WAL: wal,
    'database after the stop': files(['']).join(''),
    logs: server.output.join('\n'),
    'output of commands': shell.join('\n'),
    traces: collector.received.join('\n'),
    metrics: metricsText,
    pages: pages.join('\n'),
    bucket: bucket.join('\n'),
    'signed PDF': pdfText,
    'copy of data': copyText,
    backup: readFileSync(plain).toString('latin1'),
    'backup with keys': readFileSync(withKeys).toString('latin1'),
  };
  // The search works, and each place has content of this run.
  for (const place of ['database after the stop', 'backup', 'backup with keys'])
    expect([place, places[place]?.includes(email)]).toEqual([place, true]);
  expect(running.length + wal.length).toBeGreaterThan(100_000);
  expect(bucket.length).toBeGreaterThan(1);
  expect(places.bucket).toContain('sessions.json');
  expect(places.logs).toContain('login failed');
  expect(places.traces).toContain('POST /api/v1/users/login');
  expect(places.metrics).toContain('certrace_');
  expect(places.pages).toContain('Second factor switched on');
  for (const [name, secret] of Object.entries(made)) expect([name, secret.length > 15]).toEqual([name, true]);

  const secrets = [
    ...Object.entries({ ...TYPED, ...CONFIGURED }).filter(([name]) => name !== 'GOOGLE_CLIENT_ID'),
    ['file of the signing key', readFileSync(SIGNING_P12).subarray(300, 340).toString('latin1')],
    ['card in groups', TYPED.card.replaceAll(/(.{4})(?=.)/g, '$1 ')],
  ].map(([name = '', secret = '']) => ({ name, spelt: spellings(secret, false) }));
  const random = Object.entries(made).flatMap(([name, secret]) => [
    { name, spelt: spellings(secret, true) },
    { name: `${name} without hyphens`, spelt: spellings(secret.replaceAll('-', ''), true) },
  ]);
  const found = [...secrets, ...random].flatMap(({ name, spelt }) =>
    Object.entries(places).flatMap(([place, text]) =>
      spelt
        .filter((spelling) => text.includes(spelling))
        .map((spelling) => `${name} in ${place}: ${spelling}`),
    ),
  );
  expect(found).toEqual([]);
});
