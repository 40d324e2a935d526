import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseEnvironment } from '#app/config/env.server.ts';

const SECRET = 'x'.repeat(32);
const pem = ({ privateKey }: { privateKey: KeyObject }) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const RSA = pem(generateKeyPairSync('rsa', { modulusLength: 1024 }));
const ED25519 = pem(generateKeyPairSync('ed25519'));
const DKIM = { DKIM_DOMAIN: 'certrace.example', DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: RSA };

const S3 = {
  STORAGE: 's3',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'certrace-files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the configuration', () => {
  it('has the documented defaults', () => {
    const env = parseEnvironment({ SESSION_SECRET: SECRET });
    expect(env).toMatchObject({
      NODE_ENV: 'production',
      production: true,
      PORT: 3000,
      HOST: '0.0.0.0',
      APP_URL: 'http://localhost:3000',
      DATABASE_FILE: 'db/certrace.sqlite',
      ISSUER_APPROVAL: 'required',
      VERIFICATION_FEE_CENTS: 420_000,
      RATE_LIMITS: 'on',
      secureCookies: false,
    });
    expect(Object.isFrozen(env)).toBe(true);
  });

  it('treats an empty value as missing', () =>
    expect(parseEnvironment({ PORT: '', SESSION_SECRET: SECRET }).PORT).toBe(3000));

  it.each([[{}], [{ NODE_ENV: '' }]])('is for production with %j', (source) => {
    expect(() => parseEnvironment(source)).toThrowError(/^SESSION_SECRET: is required in production/);
    const env = parseEnvironment({
      ...source,
      SESSION_SECRET: SECRET,
      APP_URL: 'https://certrace.example',
    });
    expect([env.production, env.HOST]).toEqual([true, '0.0.0.0']);
  });

  it.each(['development', 'test'])('allows NODE_ENV=%s only on localhost', (NODE_ENV) => {
    const env = parseEnvironment({ NODE_ENV });
    expect([env.production, env.HOST]).toEqual([false, '127.0.0.1']);
    expect(parseEnvironment({ NODE_ENV, HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0');
    for (const APP_URL of [
      'https://certrace.example',
      'http://192.0.2.7:3000',
      'https://localhost.example',
    ]) {
      const source = { NODE_ENV, APP_URL, SESSION_SECRET: SECRET, ALLOW_INSECURE_HTTP: '1' };
      expect(() => parseEnvironment(source)).toThrowError(/^NODE_ENV: [^\n]+$/);
    }
    for (const APP_URL of ['http://localhost:8080', 'https://certrace.localhost', 'http://[::1]:3000'])
      expect(parseEnvironment({ NODE_ENV, APP_URL }).APP_URL).toBe(APP_URL);
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT'],
    [{ METRICS_TOKEN: 'too short' }, 'METRICS_TOKEN'],
    [{ BACKUP_EVERY: '6' }, 'BACKUP_EVERY'],
    [{ BACKUP_EVERY: '0h' }, 'BACKUP_EVERY'],
    [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP'],
    [{ OPERATOR_EMAIL: 'nobody' }, 'OPERATOR_EMAIL'],
    [{ PORT: '70000' }, 'PORT'],
    [{ APP_URL: 'certrace.example' }, 'APP_URL'],
    [{ APP_URL: 'https://certrace.example/base' }, 'APP_URL'],
    [{ APP_URL: 'http://certrace.example' }, 'APP_URL'],
    [{ NODE_ENV: 'production', SESSION_SECRET: undefined }, 'SESSION_SECRET'],
    [{ NODE_ENV: 'Development' }, 'NODE_ENV'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL'],
    [{ SUPPORT_EMAIL: 'nobody' }, 'SUPPORT_EMAIL'],
    [{ SECURITY_CONTACT: 'security@certrace.example,nobody' }, 'SECURITY_CONTACT'],
    [{ SECURITY_CONTACT: 'http://certrace.example/security' }, 'SECURITY_CONTACT'],
    [{ SECURITY_CONTACT: 'mailto:nobody' }, 'SECURITY_CONTACT'],
    [{ MAIL_FROM: 'Certrace' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Certrace <no-reply>' }, 'MAIL_FROM'],
    [{ DKIM_SELECTOR: 's1' }, 'DKIM_DOMAIN'],
    [{ SIGNING_P12_PASSPHRASE: 'swordfish' }, 'SIGNING_P12'],
    [{ SIGNING_P12: 'tests/assets/signing/rsa.p12' }, 'SIGNING_P12_PASSPHRASE'],
    [{ DKIM_DOMAIN: 'certrace.example' }, 'DKIM_SELECTOR'],
    [{ DKIM_DOMAIN: 'certrace example', DKIM_SELECTOR: 's1' }, 'DKIM_DOMAIN'],
    [{ DKIM_DOMAIN: 'certrace.example', DKIM_SELECTOR: 's;1' }, 'DKIM_SELECTOR'],
    [{ DKIM_DOMAIN: 'certrace.example', DKIM_SELECTOR: 's1' }, 'DKIM_PRIVATE_KEY'],
    [{ ...DKIM, DKIM_PRIVATE_KEY: 'a secret' }, 'DKIM_PRIVATE_KEY'],
    [{ ...DKIM, DKIM_PRIVATE_KEY: ED25519 }, 'DKIM_PRIVATE_KEY'],
    [
      { ...DKIM, DKIM_PRIVATE_KEY: undefined, DKIM_PRIVATE_KEY_FILE: '/no/such/key' },
      'DKIM_PRIVATE_KEY_FILE',
    ],
    [{ ...DKIM, DKIM_PRIVATE_KEY_FILE: '/no/such/key' }, 'DKIM_PRIVATE_KEY'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    [{ ISSUER_APPROVAL: 'maybe' }, 'ISSUER_APPROVAL'],
    [{ PAYMENT_GATEWAY: 'paypal' }, 'PAYMENT_GATEWAY'],
    [{ PAYMENT_GATEWAY: 'sandbox,sandbox' }, 'PAYMENT_GATEWAY'],
    [{ PAYMENT_GATEWAY: ',' }, 'PAYMENT_GATEWAY'],
    [{ PAYMENT_GATEWAY: 'none,sandbox' }, 'PAYMENT_GATEWAY'],
    [{ PAYMENT_GATEWAY: 'sandbox, stripe' }, 'STRIPE_SECRET_KEY'],
    [{ APP_URL: 'https://certrace.example', PAYMENT_GATEWAY: 'sandbox, stripe' }, 'PAYMENT_GATEWAY'],
    [{ APP_URL: 'https://certrace.example', PAYMENT_GATEWAY: 'sandbox, invoice' }, 'PAYMENT_GATEWAY'],
    [{ PAYMENT_GATEWAY: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ STRIPE_API_BASE: 'stripe' }, 'STRIPE_API_BASE'],
    [{ VERIFICATION_FEE_CENTS: '49' }, 'VERIFICATION_FEE_CENTS'],
    [{ VERIFICATION_FEE_CENTS: '100000000' }, 'VERIFICATION_FEE_CENTS'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY'],
    [{ STORAGE: 'ftp' }, 'STORAGE'],
    [{ ...S3, S3_ENDPOINT: undefined }, 'S3_ENDPOINT'],
    [{ ...S3, S3_ENDPOINT: 's3.example.org' }, 'S3_ENDPOINT'],
    [{ ...S3, S3_ENDPOINT: 'https://s3.example.org/files' }, 'S3_ENDPOINT'],
    [{ ...S3, S3_BUCKET: undefined }, 'S3_BUCKET'],
    [{ ...S3, S3_BUCKET: 'My Files' }, 'S3_BUCKET'],
    [{ ...S3, S3_ACCESS_KEY_ID: undefined }, 'S3_ACCESS_KEY_ID'],
    [{ ...S3, S3_SECRET_ACCESS_KEY: undefined }, 'S3_SECRET_ACCESS_KEY'],
    [{ ...S3, S3_REGION: 'the moon' }, 'S3_REGION'],
    [{ ...S3, S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE'],
    [{ ...S3, S3_TIMEOUT_SECONDS: '0' }, 'S3_TIMEOUT_SECONDS'],
    [
      { ...S3, APP_URL: 'https://certrace.example', S3_PUBLIC_ENDPOINT: 'http://s3.example.org' },
      'S3_PUBLIC_ENDPOINT',
    ],
    [{ SESSION_IDLE_MINUTES: '0' }, 'SESSION_IDLE_MINUTES'],
    [{ SESSION_IDLE_ISSUER_MINUTES: 'never' }, 'SESSION_IDLE_ISSUER_MINUTES'],
    [{ SESSION_IDLE_SUPERADMIN_MINUTES: '30m' }, 'SESSION_IDLE_SUPERADMIN_MINUTES'],
  ])('refuses %j in one line that names %s', (source, name) => {
    expect(() => parseEnvironment({ SESSION_SECRET: SECRET, ...source })).toThrowError(
      new RegExp(`^${name}: [^\\n]+$`),
    );
  });

  it('accepts a DKIM key with line breaks written as \\n', () => {
    const env = parseEnvironment({
      SESSION_SECRET: SECRET,
      ...DKIM,
      DKIM_PRIVATE_KEY: RSA.replaceAll('\n', '\\n'),
    });
    expect(env.dkim).toEqual({ domainName: 'certrace.example', keySelector: 's1', privateKey: RSA });
    expect(parseEnvironment({ SESSION_SECRET: SECRET }).dkim).toBeNull();
  });

  it('addresses a bucket by path or by host name, and ignores S3 settings without STORAGE=s3', () => {
    const source = { SESSION_SECRET: SECRET, ...S3 };
    expect(parseEnvironment(source).s3).toMatchObject({
      endpoint: 'https://s3.example.org',
      pathStyle: true,
      publicEndpoint: null,
      publicOrigin: null,
    });
    const byHost = { S3_PATH_STYLE: '0', S3_PUBLIC_ENDPOINT: 'https://files.example.org:8443' };
    expect(parseEnvironment({ ...source, ...byHost }).s3).toMatchObject({
      endpoint: 'https://s3.example.org',
      pathStyle: false,
      publicEndpoint: 'https://files.example.org:8443',
      publicOrigin: 'https://certrace-files.files.example.org:8443',
    });
    expect(parseEnvironment({ ...source, STORAGE: 'local' }).s3).toBeNull();
  });

  it('accepts plain http for another host with ALLOW_INSECURE_HTTP', () => {
    expect(
      parseEnvironment({
        APP_URL: 'http://certrace.example',
        ALLOW_INSECURE_HTTP: '1',
        SESSION_SECRET: SECRET,
      }).secureCookies,
    ).toBe(false);
  });

  it('makes cookies Secure under https', () => {
    expect(
      parseEnvironment({
        APP_URL: 'https://certrace.example',
        NODE_ENV: 'production',
        SESSION_SECRET: SECRET,
      }),
    ).toMatchObject({
      secureCookies: true,
      production: true,
    });
  });
});

describe('what is unwise about the configuration', () => {
  const PUBLIC = { SESSION_SECRET: SECRET, APP_URL: 'https://certrace.example' };

  it('is SMTP_URL without MAIL_FROM on a public site', () => {
    const SMTP_URL = 'smtps://mail.example';
    expect(parseEnvironment({ ...PUBLIC, SMTP_URL }).lacksMailFrom).toBe(true);
    expect(parseEnvironment({ ...PUBLIC, SMTP_URL, MAIL_FROM: 'a@b.example' }).lacksMailFrom).toBe(false);
    expect(parseEnvironment({ SESSION_SECRET: SECRET, SMTP_URL }).lacksMailFrom).toBe(false);
  });

  it.each([
    ['smtp://mail.example.org', 'a@example.com', 'example.com'],
    ['smtp://a%40other.example:pw@mail.example.org', 'Certs <a@example.com>', 'example.com'],
    ['smtp://mail.example.org', 'a@EXAMPLE.org', null],
    ['smtp://example.org', 'a@certs.example.org', null],
    ['smtp://mail.example.org', 'a@certs.example.org', null],
    ['smtp://a%40example.com:pw@relay.example.net', 'a@example.com', null],
    ['smtp://user:pw@relay.example.net', 'a@example.com', 'example.com'],
    // These name no domain.
    ['smtp://user:pw@postfix', 'a@example.com', null],
    ['smtp://127.0.0.1', 'a@example.com', null],
    ['smtp://[2001:db8::1]', 'a@example.com', null],
    ['smtp://a%zz:pw@relay.example.net', 'a@example.com', 'example.com'],
  ])('is, with SMTP_URL=%s and MAIL_FROM=%s, a sender of the domain %s', (SMTP_URL, MAIL_FROM, domain) => {
    expect(parseEnvironment({ ...PUBLIC, SMTP_URL, MAIL_FROM }).foreignSender).toBe(domain);
  });

  it('is no foreign sender on this machine, without MAIL_FROM or with its DKIM key', () => {
    const mail = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@example.com' };
    expect(parseEnvironment({ SESSION_SECRET: SECRET, ...mail }).foreignSender).toBeNull();
    expect(parseEnvironment({ ...PUBLIC, SMTP_URL: mail.SMTP_URL }).foreignSender).toBeNull();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const DKIM_PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const signed = { ...PUBLIC, ...mail, DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 's', DKIM_PRIVATE_KEY };
    expect(parseEnvironment(signed).foreignSender).toBeNull();
  });

  it('are names that are at most two letters from a variable', () => {
    const names = [
      'UPLOAD_DIR',
      'PROT',
      'TRUSTPROXY',
      'HOME',
      'PATH',
      'TMP',
      'CI',
      'TERM',
      'USER',
      'SHLVL',
      'PWD',
    ];
    const source = Object.fromEntries(names.map((name) => [name, '1']));
    expect(parseEnvironment({ ...PUBLIC, ...source }).misspelled).toEqual([
      { name: 'UPLOAD_DIR', nearest: 'UPLOADS_DIR' },
      { name: 'PROT', nearest: 'PORT' },
      { name: 'TRUSTPROXY', nearest: 'TRUST_PROXY' },
    ]);
    expect(parseEnvironment({ ...process.env, ...PUBLIC, NODE_ENV: 'production' }).misspelled).toEqual([]);
  });
});
