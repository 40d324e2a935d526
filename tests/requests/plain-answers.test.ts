import { describe, expect, it } from 'vitest';
import { describedCalls } from '#tests/support/api-description.ts';
import { multipart } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  designFields,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

/* tests/support/plain-texts.ts searches all these responses, and those of every other test, for texts of the validator. */

type Schema = { properties?: object; anyOf?: Schema[]; allOf?: Schema[] };

/** The names of a body's fields. */
const fieldsOf = ({ properties = {}, anyOf = [], allOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...[...anyOf, ...allOf].flatMap(fieldsOf),
];

const BAD = [7, true, 'x', '', null, [], [7], {}, 'x'.repeat(6_000)];

describe('bad fields', () => {
  it.each(describedCalls.filter(({ operation }) => operation.requestBody?.content['application/json']))(
    'of $name are refused in plain words',
    // A preview is drawn for each value that is accepted.
    { timeout: 90_000 },
    async ({ path, method, operation }) => {
      testEnvironment({ RATE_LIMITS: 'off' });
      const issuer = await makeIssuer();
      const { uniqueId } = await makeCertificate(issuer);
      const tokens = [issuer, await makeVerifier(), await makeSuperAdmin()].map(({ token }) => token);
      const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
      const place = path
        .slice(1)
        .replace('{uniqueId}', uniqueId)
        .replace(/\{\w+\}/g, 'none');
      for (const name of new Set(fieldsOf(schema ?? {}))) {
        for (const value of BAD) {
          const json = { ...(example as object), [name]: value };
          for (const token of tokens) {
            const { status } = await fetchApi(place, { method, token, json });
            expect(status, `${name}: ${JSON.stringify(value)}`).toBeLessThan(500);
          }
        }
      }
    },
  );

  it.each(describedCalls.filter(({ operation }) => operation.parameters?.some((one) => one.in === 'query')))(
    'in the query of $name are refused in plain words',
    async ({ path, method, operation }) => {
      const tokens = [await makeIssuer(), await makeSuperAdmin()].map(({ token }) => token);
      const place = path.slice(1).replace(/\{\w+\}/g, 'none');
      const names =
        operation.parameters?.flatMap(({ in: where, name }) => (where === 'query' ? name : [])) ?? [];
      for (const name of names) {
        for (const value of ['x', '', '-1', '0.5', '2026-02-30', 'x'.repeat(1_000)]) {
          for (const token of tokens) {
            const query = new URLSearchParams({ [name]: value });
            const { status } = await fetchApi(`${place}?${query}`, { method, token });
            expect(status, String(query)).toBeLessThan(500);
          }
        }
      }
    },
  );
});

it.each(['stripe', 'gold', 7, ['sandbox']])(
  'a payment with the gateway %j names those of the site',
  async (gateway) => {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer);
    const json = { ...(paymentInput(uniqueId) as object), gateway };
    const paid = await fetchApi('cert/verify/payment', { token: verifier.token, json });
    const message = typeof gateway === 'string' ? 'gateway must be sandbox.' : 'gateway must be text.';
    expect([paid.status, await paid.json()]).toEqual([
      400,
      { success: false, code: expect.any(String), message, errors: { gateway: [message] } },
    ]);
  },
);

it('the form for a certificate names the format of a date', async () => {
  const { cookie } = await makeIssuer();
  const send = async (issueDate: string) => {
    const form = { ...certificateInput(), issueDate } as Record<string, string>;
    return (await fetchPage('/admin/issue-certificate', { cookie, form })).text();
  };
  expect(await send('28.2.2026')).toContain('Issue Date must be a date such as 2026-11-01.');
  expect(await send('2026-02-30')).toContain('2026-02-30 does not exist.');
});

it('the rows of a batch say in plain words what is wrong', async () => {
  const { token } = await makeIssuer();
  const rows = [{ ...certificateInput(), issueDate: 5, studentName: ['x'], allowDuplicate: 'no' }, 7, null];
  const sent = await fetchApi('certs/batches', { token, json: { certificates: rows } });
  const noObject = { errors: { '': ['A certificate must be a JSON object.'] } };
  expect([sent.status, await sent.json()]).toEqual([
    400,
    {
      success: false,
      code: expect.any(String),
      message: '3 rows of 3 cannot be issued. Line 1: Student Name must be text.',
      rows: [
        {
          line: 1,
          errors: {
            studentName: ['Student Name must be text.'],
            issueDate: ['Issue Date must be a date such as 2026-11-01.'],
            allowDuplicate: ['allowDuplicate must be true or false.'],
          },
        },
        { line: 2, ...noObject },
        { line: 3, ...noObject },
      ],
    },
  ]);
});

it('the form for a design says in plain words what is wrong', async () => {
  const { cookie } = await makeIssuer();
  for (const name of [...Object.keys(designFields()), 'logoImage', 'seal', 'version']) {
    const form = multipart({ ...designFields(), [name]: new File(['x'], 'x.png'), intent: 'save' });
    const { status } = await fetchPage('/admin/designs/new', { cookie, form });
    expect(status, name).toBeLessThan(500);
  }
});
