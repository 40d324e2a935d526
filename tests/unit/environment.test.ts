import { describe, expect, it } from 'vitest';
import { parseEnvironment } from '#app/env.server.ts';

const SECRET = 'x'.repeat(32);

describe('the configuration', () => {
  it('has the documented defaults', () => {
    const env = parseEnvironment({});
    expect(env).toMatchObject({
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

  it('counts an empty value as absent', () => expect(parseEnvironment({ PORT: '' }).PORT).toBe(3000));

  it.each([
    [{ PORT: 'eighty' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ APP_URL: 'certrace.example' }, 'APP_URL'],
    [{ APP_URL: 'https://certrace.example/base' }, 'APP_URL'],
    [{ APP_URL: 'http://certrace.example' }, 'APP_URL'],
    [{ NODE_ENV: 'production' }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL'],
    [{ SUPPORT_EMAIL: 'nobody' }, 'SUPPORT_EMAIL'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    [{ ISSUER_APPROVAL: 'maybe' }, 'ISSUER_APPROVAL'],
    [{ PAYMENT_GATEWAY: 'stripe' }, 'PAYMENT_GATEWAY'],
    [{ VERIFICATION_FEE_CENTS: '0' }, 'VERIFICATION_FEE_CENTS'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY'],
  ])('refuses %j in one line that names %s', (source, name) => {
    expect(() => parseEnvironment(source)).toThrowError(new RegExp(`^${name}: [^\\n]+$`));
  });

  it('takes plain http on another name when told to', () => {
    expect(
      parseEnvironment({ APP_URL: 'http://certrace.example', ALLOW_INSECURE_HTTP: '1' }).secureCookies,
    ).toBe(false);
  });

  it('marks cookies secure on https', () => {
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
