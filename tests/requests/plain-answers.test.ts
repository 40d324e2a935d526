import { expect, it } from 'vitest';
import { multipart } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  designFields,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

/* tests/support/plain-texts.ts searches all responses for texts of the validator, also those to the wrong values of tests/input. */

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
  expect(await send('soon')).toContain('Issue Date must be a date such as 2026-11-01.');
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
