import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  createApiToken,
  isTokenSecret,
  mailUnusedTokens,
  newTokenSecret,
} from '#app/accounts/api-tokens/create-api-token.server.ts';
import { SCOPES } from '#app/accounts/api-tokens/scopes.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { stopClock } from '#tests/support/clock.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';

const DAY_MS = 86_400_000;

type Limits = { scopes: string[]; expiresAt?: string | null; addresses?: string[]; password?: string };

const make = (token: string, limits: Limits, name = 'Campus') =>
  fetchApi('tokens', { token, json: { name, ...limits } });

async function secretOf(person: Person, limits: Limits): Promise<string> {
  const answer = await make(person.token, limits);
  expect(answer.status).toBe(201);
  return (await answer.json()).token.secret;
}

describe('a secret', () => {
  it('ends with a checksum, so that a changed one is no secret', () => {
    const secret = newTokenSecret();
    expect(secret).toMatch(/^ctr_[0-9A-Za-z]{49}$/);
    expect(isTokenSecret(secret)).toBe(true);
    const wrong = secret[9] === 'a' ? 'b' : 'a';
    expect(isTokenSecret(`${secret.slice(0, 9)}${wrong}${secret.slice(10)}`)).toBe(false);
    // Python's zlib.crc32 of 43 times the letter A, in base 62.
    expect(isTokenSecret(`ctr_${'A'.repeat(43)}0DofJ8`)).toBe(true);
  });
});

describe('POST tokens', () => {
  it('makes a token, shows its secret once, and stores only a hash', async () => {
    const issuer = await makeIssuer();
    const answer = await make(issuer.token, {
      scopes: ['certificates:read', 'certificates:issue'],
      expiresAt: '2099-11-01',
      addresses: ['192.0.2.7', '2001:DB8::/32'],
    });
    const { token } = await answer.json();
    expect(token).toMatchObject({
      name: 'Campus',
      scopes: ['certificates:issue', 'certificates:read'],
      expiresAt: '2099-11-02T00:00:00.000Z',
      addresses: ['192.0.2.7/32', '2001:db8::/32'],
      lastAddress: '127.0.0.1',
    });
    expect(isTokenSecret(token.secret)).toBe(true);
    const list = await (await fetchApi('tokens', { token: issuer.token })).json();
    const { secret, ...shown } = token;
    expect(list.tokens).toEqual([shown]);
    expect(JSON.stringify(db().select().from(sessions).all())).not.toContain(secret);
  });

  it.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: 'certificates:read' }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes'],
    [{ scopes: ['courses:read'], expiresAt: '2020-01-01' }, 'expiresAt'],
    [{ scopes: ['courses:read'], expiresAt: '2026-02-30' }, 'expiresAt'],
    [{ scopes: ['courses:read'], expiresAt: 7 }, 'expiresAt'],
    [{ scopes: ['courses:read'], expiresAt: '9999-12-31' }, 'expiresAt'],
    [{ scopes: ['courses:read'], expiresAt: '9999-12-31T23:59:59-14:00' }, 'expiresAt'],
    [{ scopes: ['courses:read'], addresses: ['192.0.2.0/33'] }, 'addresses'],
    [{ scopes: ['courses:read'], addresses: ['192.0.2.0/024'] }, 'addresses'],
    [{ scopes: ['courses:read'], addresses: ['somewhere'] }, 'addresses'],
    [{ scopes: ['courses:read'], addresses: '192.0.2.1' }, 'addresses'],
    [{ scopes: ['courses:read'], name: '' }, 'name'],
  ])('refuses %j, naming the field', async (fields, field) => {
    const { token } = await makeVerifier();
    const answer = await fetchApi('tokens', { token, json: { name: 'Campus', ...fields } });
    expect(answer.status).toBe(400);
    expect(Object.keys((await answer.json()).errors)).toEqual([field]);
  });

  it('is for logins only, as is the list', async () => {
    const issuer = await makeIssuer();
    const token = await secretOf(issuer, { scopes: [...SCOPES] });
    const asked = async () => [
      await make(token, { scopes: ['courses:read'], password: PASSWORD }),
      await fetchApi('tokens', { token }),
    ];
    for (const answer of await asked()) {
      expect([answer.status, await answer.json()]).toMatchObject([
        403,
        { code: 'scope_missing', scope: null },
      ]);
    }
    // A token from before scopes existed may do all that its role may do, but this.
    db().update(sessions).set({ scopes: null }).where(eq(sessions.kind, 'token')).run();
    const ofMembers = await fetchApi('members/tokens', { token });
    for (const answer of [...(await asked()), ofMembers]) {
      expect([answer.status, (await answer.json()).code]).toEqual([403, 'forbidden']);
    }
    expect((await fetchApi('users/me', { token })).status).toBe(200);
  });

  it('mails the owner of the account, without the secret', async () => {
    const issuer = await makeIssuer();
    const secret = await secretOf(issuer, { scopes: ['courses:read', 'audit:read'] });
    const mail = mailsTo(issuer.email).at(-1);
    expect(mail?.subject).toBe('An API token was created');
    expect(mail?.text).toMatch(/Campus.*courses:read, audit:read.*\/settings/s);
    expect(mail?.text).not.toContain(secret.slice(4, 20));
    expect((await make(issuer.token, { scopes: [] })).status).toBe(400);
    expect(mailsTo(issuer.email).filter(({ subject }) => subject === mail?.subject)).toHaveLength(1);
  });

  it('makes none for a login that ended while its request ran', async () => {
    const { id, browser, actor } = await makeIssuer();
    db().delete(sessions).where(eq(sessions.userId, id)).run();
    const limits = { scopes: [...SCOPES], expiresAt: null, addresses: null };
    const input = { name: 'Later', ...limits, password: PASSWORD };
    await expect(createApiToken(browser, input)).rejects.toThrowError('Please log in first.');
    await expect(createApiToken(actor, input)).rejects.toThrowError('This needs a login.');
  });

  it('counts no expired tokens', async () => {
    const advance = stopClock();
    const verifier = await makeVerifier();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const limits = { scopes: ['courses:read'], expiresAt };
    for (let count = 0; count < 50; count += 1) await secretOf(verifier, limits);
    expect((await make(verifier.token, limits)).status).toBe(400);
    advance(120_000);
    expect((await make(verifier.token, { scopes: ['courses:read'] })).status).toBe(201);
  });

  it('refuses visitors, and ends at 50 tokens', async () => {
    expect((await fetchApi('tokens', { json: { name: 'x', scopes: ['courses:read'] } })).status).toBe(401);
    const verifier = await makeVerifier();
    for (let count = 0; count < 50; count += 1) await secretOf(verifier, { scopes: ['courses:read'] });
    expect((await make(verifier.token, { scopes: ['courses:read'] })).status).toBe(400);
    const first = await fetchApi('tokens?limit=30', { token: verifier.token });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await fetchRaw(next, { headers: { authorization: `Bearer ${verifier.token}` } });
    expect((await second.json()).tokens).toHaveLength(20);
    expect(second.headers.has('link')).toBe(false);
  });
});

describe('DELETE tokens/{id}', () => {
  it('revokes a token at once, for its own account only', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const { token } = await (await make(issuer.token, { scopes: ['certificates:read'] })).json();
    const revoke = (by: string) => fetchApi(`tokens/${token._id}`, { method: 'DELETE', token: by });
    expect((await revoke(other.token)).status).toBe(404);
    expect((await fetchApi('certificates/my-issued', { token: token.secret })).status).toBe(200);
    expect((await revoke(issuer.token)).status).toBe(200);
    expect((await fetchApi('certificates/my-issued', { token: token.secret })).status).toBe(401);
    expect((await revoke(issuer.token)).status).toBe(404);
  });

  it('lets a token end itself and no other', async () => {
    const issuer = await makeIssuer();
    const tokens = await Promise.all(
      ['a', 'b', 'c'].map(
        async (name) => (await (await make(issuer.token, { scopes: ['courses:read'] }, name)).json()).token,
      ),
    );
    const [strong, weak, old] = tokens as { _id: string; secret: string }[];
    const revoke = async (id = '', token = '') =>
      (await fetchApi(`tokens/${id}`, { method: 'DELETE', token })).status;
    expect(await revoke(weak?._id, strong?.secret)).toBe(403);
    expect(await revoke(weak?._id, weak?.secret)).toBe(200);
    db()
      .update(sessions)
      .set({ scopes: null })
      .where(eq(sessions.id, old?._id ?? ''))
      .run();
    expect(await revoke(strong?._id, old?.secret)).toBe(403);
    expect(await revoke(old?._id, old?.secret)).toBe(200);
  });

  it('asks an old login for the password, on pages too, and no token with scopes', async () => {
    const advance = stopClock();
    const issuer = await makeIssuer();
    const tokens = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const answer = await make(issuer.token, { scopes: ['courses:read'] }, name);
        return (await answer.json()).token as { _id: string; secret: string };
      }),
    );
    advance(10 * 60_000);
    const revoke = async (nth: number, token: string, password?: string) => {
      const path = `tokens/${tokens[nth]?._id}`;
      const json = password === undefined ? undefined : { password };
      const answer = await fetchApi(path, { method: 'DELETE', token, ...(json && { json }) });
      return [answer.status, (await answer.json()).code];
    };
    expect(await revoke(0, issuer.token)).toEqual([403, 'password_required']);
    expect(await revoke(0, issuer.token, 'not the right one')).toEqual([400, 'invalid']);
    expect(await revoke(0, issuer.token, PASSWORD)).toEqual([200, undefined]);
    // The password was a proof for the next ten minutes, of this login alone.
    expect(await revoke(1, tokens[1]?.secret ?? '')).toEqual([200, undefined]);
    const end = { cookie: issuer.cookie, form: { intent: 'session', sessionId: tokens[2]?._id ?? '' } };
    const asked = await fetchPage('/settings', end);
    expect(asked.headers.get('location')).toBe('/settings/proof?redirectTo=%2Fsettings');
    const prove = (password: string) =>
      fetchPage('/settings/proof?redirectTo=%2Fsettings', {
        cookie: issuer.cookie,
        form: { intent: 'password', password },
      });
    expect((await prove('not the right one')).status).toBe(400);
    expect((await fetchPage('/settings', end)).status).toBe(302);
    expect((await prove(PASSWORD)).headers.get('location')).toBe('/settings');
    expect((await fetchPage('/settings', end)).status).toBe(200);
    expect((await fetchApi('tokens', { token: tokens[2]?.secret ?? '' })).status).toBe(401);
  });
});

describe('a token with scopes', () => {
  it('may make the calls of its scopes, and no others', async () => {
    const issuer = await makeIssuer();
    const token = await secretOf(issuer, { scopes: ['certificates:read'] });
    expect((await fetchApi('certificates/my-issued', { token })).status).toBe(200);
    const issue = await fetchApi('certs/issue', { token, json: certificateInput() });
    expect(issue.status).toBe(403);
    expect(await issue.json()).toMatchObject({ code: 'scope_missing', scope: 'certificates:issue' });
    const me = await fetchApi('users/me', { token });
    expect([me.status, await me.json()]).toMatchObject([403, { code: 'scope_missing', scope: null }]);
    const courses = await fetchApi('users/courses', { token });
    expect(await courses.json()).toMatchObject({ code: 'scope_missing', scope: 'courses:read' });
  });

  it('may do no more than its role', async () => {
    const token = await secretOf(await makeVerifier(), { scopes: ['certificates:issue'] });
    const answer = await fetchApi('certs/issue', { token, json: certificateInput() });
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'forbidden']);
  });

  it('means nothing on pages', async () => {
    const token = await secretOf(await makeIssuer(), { scopes: [...SCOPES] });
    const headers = { authorization: `Bearer ${token}` };
    const form = new URLSearchParams(certificateInput() as Record<string, string>);
    expect((await fetchPage('/admin/issue-certificate', { headers, form })).status).toBe(302);
    expect((await fetchPage('/settings', { headers })).status).toBe(302);
    expect((await fetchPage('/admin/issued-certificates.csv', { headers })).status).toBe(302);
  });

  it('opens the files that its scopes name', async () => {
    const issuer = await makeIssuer();
    const { uniqueId } = await makeCertificate(issuer);
    const open = async (scopes: string[]) => {
      const token = await secretOf(issuer, { scopes });
      return (
        await fetchRaw(`/certificates/${uniqueId}.json`, { headers: { authorization: `Bearer ${token}` } })
      ).status;
    };
    expect(await open(['certificates:read'])).toBe(200);
    expect(await open(['courses:read'])).not.toBe(200);
  });

  it('works only from its addresses, of either version', async () => {
    const verifier = await makeVerifier();
    const token = await secretOf(verifier, {
      scopes: ['payments:read'],
      addresses: ['10.1.0.0/16', '2001:db8::/32'],
    });
    const from = async (address: string) => {
      const answer = await fetchApi('payments', { token, address });
      return answer.status === 200 ? 200 : (await answer.json()).code;
    };
    expect(await from('10.1.2.3')).toBe(200);
    expect(await from('::ffff:10.1.2.3')).toBe(200);
    expect(await from('2001:db8:9::1')).toBe(200);
    expect(await from('10.2.2.3')).toBe('address_not_allowed');
    expect(await from('2001:db9::1')).toBe('address_not_allowed');
  });

  it.each([
    ['::/0', '2001:db8::1', '10.1.2.3'],
    ['::/64', '::1', '10.1.2.3'],
    ['0.0.0.0/0', '10.1.2.3', '2001:db8::1'],
  ])('works with %s from no address of the other version', async (range, within, outside) => {
    const token = await secretOf(await makeVerifier(), { scopes: ['payments:read'], addresses: [range] });
    expect((await fetchApi('payments', { token, address: within })).status).toBe(200);
    expect((await fetchApi('payments', { token, address: outside })).status).toBe(403);
  });

  it('ends with its day in UTC', async () => {
    const advance = stopClock();
    const verifier = await makeVerifier();
    const today = new Date().toISOString().slice(0, 10);
    const untilMidnight = Date.parse(today) + DAY_MS - Date.now();
    const token = await secretOf(verifier, { scopes: ['payments:read'], expiresAt: today });
    advance(untilMidnight - 5_000);
    expect((await fetchApi('payments', { token })).status).toBe(200);
    advance(10_000);
    expect((await fetchApi('payments', { token })).status).toBe(401);
  });
});

it('names in the description the scope of each call that a token may make', async () => {
  type Call = { security: { bearer?: string[] }[] };
  const { paths }: { paths: Record<string, Record<string, Call>> } = await (
    await fetchApi('openapi.json')
  ).json();
  const without = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls)
      .filter(([, { security }]) => security.length === 1 && security[0]?.bearer?.length === 0)
      .map(([method]) => `${method} ${path}`),
  );
  // Tokens have calls of their own. The others manage the account or the site, or have no scope that fits.
  expect(without.toSorted()).toEqual([
    'delete /accounts/{userId}/sessions',
    'delete /courses/{id}/enrolment',
    'delete /credit/{userId}',
    'delete /members/invitations/{invitationId}',
    'delete /members/ownership',
    'delete /members/tokens/{tokenId}',
    'delete /members/{userId}',
    'delete /organisations/{organisationId}',
    'delete /tokens/{tokenId}',
    'delete /users/me/addresses',
    'delete /users/me/sessions',
    'delete /users/me/sessions/{sessionId}',
    'get /accounts',
    'get /completions',
    'get /courses/{id}/completion',
    'get /events',
    'get /issuers',
    'get /mail',
    'get /members',
    'get /members/tokens',
    'get /messages',
    'get /organisations',
    'get /status',
    'get /tokens',
    'get /users/me',
    'get /users/me/addresses',
    'get /users/me/hold',
    'get /users/me/reminders',
    'get /users/me/sessions',
    'get /users/me/sharing',
    'patch /credit/{userId}',
    'patch /members/{userId}',
    'patch /messages/{messageId}',
    'patch /organisations/{organisationId}',
    'patch /users/me',
    'post /accounts/{userId}/second-factor-reset',
    'post /courses/{id}/completion',
    'post /courses/{id}/enrolment',
    'post /courses/{id}/lessons/{lessonId}/attempts',
    'post /courses/{id}/lessons/{lessonId}/attempts/{attemptId}/submission',
    'post /courses/{id}/purchase',
    'post /credit',
    'post /credit/{userId}/renewal',
    'post /credit/{userId}/settlement',
    'post /holders/erasure',
    'post /invitations/{token}',
    'post /issuers/name-changes/{nameChangeId}/decision',
    'post /issuers/{issuerId}/decision',
    'post /mail',
    'post /members/closing',
    'post /members/invitations',
    'post /members/ownership',
    'post /organisations/{organisationId}/ownership',
    'post /payments/{paymentId}/refund',
    'post /tokens',
    'post /users/logout',
    'post /users/me/addresses',
    'post /users/me/email',
    'put /courses/{id}/lessons/{lessonId}/attempts/{attemptId}',
    'put /courses/{id}/lessons/{lessonId}/progress',
    'put /issuers/{issuerId}/quota',
    'put /seller',
    'put /users/me/billing',
    'put /users/me/hold',
    'put /users/me/password',
    'put /users/me/reminders',
    'put /users/me/sharing',
  ]);
});

it('mails an owner about tokens that nobody used for 90 days, once until they are used again', async () => {
  const advance = stopClock();
  const [verifier, superAdmin] = [await makeVerifier(), await makeSuperAdmin()];
  const token = await secretOf(verifier, { scopes: ['payments:read'] });
  await secretOf(superAdmin, { scopes: ['payments:read'] });
  const told = () =>
    mailsTo(verifier.email).filter(({ subject }) => subject === 'An API token is unused').length;
  advance(89 * DAY_MS);
  mailUnusedTokens();
  expect(told()).toBe(0);
  advance(2 * DAY_MS);
  mailUnusedTokens();
  mailUnusedTokens();
  expect(told()).toBe(1);
  await fetchApi('payments', { token });
  advance(91 * DAY_MS);
  mailUnusedTokens();
  expect(told()).toBe(2);
});

it('reads no certificates that were issued to the person who made it, for an organisation', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(await makeIssuer(), { studentEmail: issuer.email });
  const held = async (token: string) => {
    const list = await (await fetchApi('certificates/mine', { token })).json();
    const file = await fetchRaw(`/certificates/${uniqueId}.json`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return [list.certificates.length, file.status];
  };
  expect(await held(issuer.token)).toEqual([1, 200]);
  const secret = await secretOf(issuer, { scopes: ['certificates:read'] });
  expect(await held(secret)).toEqual([0, 403]);
  // One from before scopes existed.
  db().update(sessions).set({ scopes: null }).where(eq(sessions.kind, 'token')).run();
  expect(await held(secret)).toEqual([0, 403]);
  const person = await makeVerifier();
  await makeCertificate(await makeIssuer(), { studentEmail: person.email });
  const own = await fetchApi('certificates/mine', {
    token: await secretOf(person, { scopes: ['certificates:read'] }),
  });
  expect((await own.json()).certificates).toHaveLength(1);
});
