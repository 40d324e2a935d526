import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#app/accounts/rate-limits.server.ts';
import { env } from '#app/config/env.server.ts';
import { sqlite } from '#db/client.ts';
import {
  certificateInput,
  makeBatch,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchRaw } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';

let issuer: Person;
let verifier: Person;
const clients: Client[] = [];
beforeEach(async () => {
  testEnvironment({ MCP: '1' });
  issuer = await makeIssuer();
  verifier = await makeVerifier();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

/** Connects the SDK's own client. */
async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', env().APP_URL), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: (url, init) => fetchRaw(new URL(url).pathname, init),
  });
  // Its types are not written for exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  clients.push(client);
  return client;
}

type Result = { isError?: boolean; content: { text: string }[]; structuredContent?: Record<string, unknown> };

async function call(token: string, name: string, fields: Record<string, unknown> = {}) {
  const client = await connect(token);
  // The client checks results by the schemas of the tools that it has listed.
  await client.listTools();
  const result = (await client.callTool({ name, arguments: fields })) as Result;
  return { isError: result.isError ?? false, ...JSON.parse(result.content[0]?.text ?? '') };
}

async function tokenWith(person: Person, ...scopes: string[]): Promise<string> {
  const answer = await fetchApi('tokens', { token: person.token, json: { name: 'Agent', scopes } });
  return (await answer.json()).token.secret;
}

const issuedCount = () => sqlite().prepare('select count(*) from certificates').pluck().get();

/** A message without the SDK. */
const post = (json: unknown, headers: Record<string, string> = {}, address?: string) =>
  fetchRaw(
    '/mcp',
    {
      method: 'POST',
      body: typeof json === 'string' || json instanceof ReadableStream ? json : JSON.stringify(json),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${issuer.token}`,
        ...headers,
      },
    },
    address,
  );
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('the tools', () => {
  it('are listed with schemas that name the fields of the API', async () => {
    const { tools } = await (await connect(issuer.token)).listTools();
    expect(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])).toEqual([
      ['look_up_certificate', ['uniqueId', 'purpose', 'purposeText']],
      [
        'issue_certificate',
        [
          ...Object.keys(certificateInput()),
          'fields',
          'expiresAfter',
          'designId',
          'allowDuplicate',
          'holdMinutes',
          'confirm',
        ],
      ],
      ['batch_status', ['limit', 'cursor', 'batchId']],
      ['check_file', ['file', 'encoding']],
    ]);
    const required = tools.map(({ inputSchema }) => inputSchema.required);
    expect(required).toEqual([
      ['uniqueId'],
      ['studentEmail', 'studentName', 'courseName', 'issueDate'],
      ['batchId'],
      ['file'],
    ]);
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);
  });

  it('look a certificate up', async () => {
    const { uniqueId } = await makeCertificate(issuer);
    const answer = await call(verifier.token, 'look_up_certificate', { uniqueId, purpose: 'employment' });
    expect(answer).toMatchObject({ isError: false, cert: { uniqueId, status: 'valid', paid: false } });
    expect(JSON.stringify(answer)).not.toContain('Ingrid');
    const unknown = await call(verifier.token, 'look_up_certificate', { uniqueId: '7K3M' });
    expect(unknown).toMatchObject({ isError: true, success: false, code: 'not_found' });
  });

  it('say what they would issue, and issue it only with confirm: true', async () => {
    const input = certificateInput();
    for (const confirm of [undefined, false]) {
      const planned = await call(issuer.token, 'issue_certificate', { ...input, confirm });
      expect(planned).toMatchObject({ isError: false, issued: false, wouldIssue: input });
      expect(planned.message).toBe(
        'Nothing was issued. With confirm: true, Ingrid Sørensen gets a certificate for Distributed Systems, issued on 2026-02-28 and valid until 2028-02-28, and a mail to ingrid@students.example.',
      );
    }
    expect([issuedCount(), mailsTo(input.studentEmail)]).toEqual([0, []]);
    const issued = await call(issuer.token, 'issue_certificate', { ...input, confirm: true });
    expect(issued).toMatchObject({ isError: false, issued: true, certificate: input });
    expect([issuedCount(), mailsTo(input.studentEmail).length]).toEqual([1, 1]);
    for (const confirm of [true, false]) {
      const again = await call(issuer.token, 'issue_certificate', { ...input, confirm });
      expect(again).toMatchObject({
        isError: true,
        code: 'duplicate',
        duplicateOf: issued.certificate.uniqueId,
      });
    }
  });

  it.each(['true', 1, [], { toString: 'x' }])('take no other confirmation: %j', async (confirm) => {
    const answer = await call(issuer.token, 'issue_certificate', { ...certificateInput(), confirm });
    expect(answer).toMatchObject({ isError: true, code: 'invalid', errors: { confirm: expect.any(Array) } });
    expect(issuedCount()).toBe(0);
  });

  it('name invalid fields in the words of the API', async () => {
    const input = certificateInput({ studentEmail: 'nobody', expiryDate: '2020-01-01' });
    const inApi = await fetchApi('certs/issue', { token: issuer.token, json: input });
    const { errors, message } = await inApi.json();
    const answer = await call(issuer.token, 'issue_certificate', input);
    expect(answer).toMatchObject({ isError: true, code: 'invalid', errors, message });
    const missing = await call(issuer.token, 'check_file');
    expect(missing).toMatchObject({ code: 'invalid', errors: { file: ['file is required.'] } });
  });

  it('say how far a batch is', async () => {
    const { id } = await makeBatch(issuer);
    const answer = await call(issuer.token, 'batch_status', { batchId: id, limit: 2 });
    expect(answer.batch).toMatchObject({ _id: id, status: 'ready', total: 3, issued: 0 });
    expect(answer.batch.rows.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
    const next = await call(issuer.token, 'batch_status', { batchId: id, cursor: answer.nextCursor });
    expect(next.batch.rows.map(({ line }: { line: number }) => line)).toEqual([4]);
    const other = await makeIssuer();
    const hidden = await call(other.token, 'batch_status', { batchId: id });
    expect(hidden).toMatchObject({ isError: true, code: 'not_found' });
  });

  it('check a file', async () => {
    await makeCertificate(issuer);
    const { certificates } = await (await fetchApi('certificates/my-issued', { token: issuer.token })).json();
    const { pathname, search } = new URL(certificates[0].credentialUrl);
    const credential = await (await fetchRaw(`${pathname}${search}`)).text();
    const asText = await call(verifier.token, 'check_file', { file: credential, encoding: 'text' });
    expect(asText).toMatchObject({ isError: false, verdict: 'genuine' });
    const altered = Buffer.from(credential.replace('Ingrid', 'Astrid')).toString('base64');
    expect((await call(verifier.token, 'check_file', { file: altered })).verdict).toBe('altered');
    const broken = await call(verifier.token, 'check_file', { file: 'not base64!' });
    expect(broken).toMatchObject({ code: 'invalid', errors: { file: ['file must be in base64.'] } });
    const large = await call(verifier.token, 'check_file', { file: 'A'.repeat(5.7 * 1_048_576) });
    expect(large).toMatchObject({ code: 'invalid', errors: { file: [expect.stringContaining('4 MB')] } });
  });

  it('are no others', async () => {
    const client = await connect(issuer.token);
    await expect(client.callTool({ name: 'constructor', arguments: {} })).rejects.toThrow(
      'There is no such tool.',
    );
  });
});

describe('a token', () => {
  it.each([
    ['look_up_certificate', 'verifications:pay'],
    ['issue_certificate', 'certificates:issue'],
    ['batch_status', 'batches:write'],
  ])('with scopes calls %s only with %s', async (name, scope) => {
    const without = await call(await tokenWith(issuer, 'payments:read'), name, { confirm: true });
    expect(without).toMatchObject({ isError: true, code: 'scope_missing', scope });
    expect(without.message).toContain(scope);
    const covered = await call(await tokenWith(issuer, scope), name);
    expect(covered.code).toBe('invalid');
  });

  it('issues for issuers only', async () => {
    const token = await tokenWith(verifier, 'certificates:issue');
    const answer = await call(token, 'issue_certificate', { ...certificateInput(), confirm: true });
    expect(answer).toMatchObject({ isError: true, code: 'forbidden' });
  });

  it('is needed, and a cookie is none', async () => {
    const cases: Record<string, string>[] = [
      { authorization: '' },
      { authorization: 'Bearer none' },
      { authorization: '', cookie: issuer.cookie },
    ];
    for (const headers of cases) {
      const answer = await post(PING, headers);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect((await answer.json()).code).toBe('unauthenticated');
    }
  });
});

describe('the address', () => {
  it('is 404 without MCP=1, for every method and spelling', async () => {
    testEnvironment();
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT']) {
      const init = { method, headers: { authorization: `Bearer ${issuer.token}` } };
      for (const path of ['/mcp', '/MCP', '/mcp/'])
        expect([method, path, (await fetchRaw(path, init)).status]).toEqual([method, path, 404]);
    }
    expect((await post(PING)).status).toBe(404);
  });

  it('takes messages with POST only, because it keeps no sessions', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${issuer.token}` };
      const answer = await fetchRaw('/mcp', { method, headers });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    }
    const answer = await post(PING);
    expect([answer.status, await answer.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect(answer.headers.get('mcp-session-id')).toBeNull();
  });

  it.each(['https://evil.example', 'http://localhost:9999', 'null', 'http://localhost.evil.example:3000'])(
    'rejects pages of the origin %s',
    async (origin) => {
      const answer = await post(PING, { origin });
      expect([answer.status, (await answer.json()).code]).toEqual([403, 'forbidden']);
    },
  );

  it('admits pages of this site and of API_CORS_ORIGINS, and no other host', async () => {
    expect((await post(PING, { origin: env().APP_URL })).status).toBe(200);
    testEnvironment({ MCP: '1', API_CORS_ORIGINS: 'https://agent.example' });
    const answer = await post(PING, { origin: 'https://agent.example' });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://agent.example',
    ]);
    expect((await post(PING, { host: 'evil.example' })).status).toBe(421);
  });

  it('bounds bodies', async () => {
    const long = await post({ ...PING, params: { text: 'a'.repeat(6 * 1_048_576) } });
    expect([long.status, (await long.json()).code]).toEqual([413, 'too_large']);
    const statuses: number[] = [];
    for (const body of [
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
      JSON.stringify([PING, PING]),
      '{',
      '7',
      '{"method":7}',
      JSON.stringify({ ...PING, method: 'tools/call', params: { name: 'check_file', arguments: 7 } }),
      JSON.stringify({ ...PING, method: 'tools/call' }),
    ])
      statuses.push((await post(body)).status);
    expect(statuses).toEqual(Array(8).fill(400));
    expect((await post(PING, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('takes two messages with files at once from an account, and short ones as ever', async () => {
    const text = JSON.stringify(PING);
    const ends: (() => void)[] = [];
    const large = () => {
      const body = new ReadableStream({
        start(controller) {
          ends.push(() => {
            controller.enqueue(Buffer.from(text + ' '.repeat(70_000 - text.length)));
            controller.close();
          });
        },
      });
      return post(body, { 'content-length': '70000' });
    };
    const running = [large(), large()];
    const third = await large();
    expect([third.status, (await third.json()).code]).toEqual([429, 'rate_limited']);
    expect((await post(PING, { 'content-length': `${text.length}` })).status).toBe(200);
    for (const end of ends) end();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    const after = large();
    ends.at(-1)?.();
    expect((await after).status).toBe(200);
  });

  it('counts against the limits of the API', async () => {
    const { uniqueId } = await makeCertificate(issuer);
    const lookUp = {
      ...PING,
      method: 'tools/call',
      params: { name: 'look_up_certificate', arguments: { uniqueId } },
    };
    for (let count = 0; count < LIMITS['look-ups'].account; count += 1) await post(lookUp);
    const { result } = await (await post(lookUp)).json();
    expect(JSON.parse(result.content[0].text)).toMatchObject({ code: 'rate_limited' });
    expect((await fetchApi('cert/verify', { token: issuer.token, json: { uniqueId } })).status).toBe(429);
    testEnvironment({ MCP: '1', REQUEST_LIMIT: '10' });
    const address = '203.0.113.9';
    for (let count = 0; count < 10; count += 1) await post(PING, {}, address);
    const over = await post(PING, {}, address);
    expect([over.status, over.headers.has('retry-after'), over.headers.get('ratelimit')]).toEqual([
      429,
      true,
      expect.stringContaining('r=0'),
    ]);
  });
});
