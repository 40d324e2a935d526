import { expect, it } from 'vitest';
import { db } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { certificateInput, makeIssuer } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

const issued = () => db().select().from(certificates).all().length;

it('issues one certificate when a form is submitted several times', async () => {
  const { cookie } = await makeIssuer();
  const page = await (await fetchPage('/admin/issue-certificate', { cookie })).text();
  const formKey = /name="formKey" value="([\w-]{43})"/.exec(page)?.[1] ?? '';
  expect(formKey).not.toBe('');
  const form = { ...certificateInput(), formKey } as Record<string, string>;
  const send = async (fields: Record<string, string>) => {
    const answer = await fetchPage('/admin/issue-certificate', { form: fields, cookie });
    expect(answer.status).toBe(200);
    return /certificates\/([\w-]{19})\.png/.exec(await answer.text())?.[1];
  };
  const ids = await Promise.all([send(form), send(form), send(form)]);
  expect(new Set([...ids, await send(form)]).size).toBe(1);
  expect(issued()).toBe(1);
  await send({ ...form, studentName: 'Somebody Else' });
  expect(issued()).toBe(2);
});

it('asks, as for any duplicate, when a form is submitted again after its success', async () => {
  const { cookie } = await makeIssuer();
  const keyIn = (html: string) => /name="formKey" value="([\w-]{43})"/.exec(html)?.[1] ?? '';
  const send = (formKey: string) =>
    fetchPage('/admin/issue-certificate', {
      form: { ...certificateInput(), formKey } as Record<string, string>,
      cookie,
    });
  const first = keyIn(await (await fetchPage('/admin/issue-certificate', { cookie })).text());
  const next = keyIn(await (await send(first)).text());
  expect([next.length, next === first]).toEqual([43, false]);
  const pressedAgain = await send(next);
  expect(pressedAgain.status).toBe(409);
  expect(await pressedAgain.text()).toContain('allowDuplicate');
  expect(issued()).toBe(1);
  // A response that was lost: the same key gets the first result.
  expect((await send(first)).status).toBe(200);
  expect(issued()).toBe(1);
});

it('asks again for a form with an empty key, and tells long keys apart', async () => {
  const { cookie } = await makeIssuer();
  const send = async (formKey: string, studentName: string) => {
    const form = { ...certificateInput({ studentName }), formKey } as Record<string, string>;
    return (await fetchPage('/admin/issue-certificate', { form, cookie })).status;
  };
  expect([await send('', 'Ada'), await send('', 'Ada')]).toEqual([200, 409]);
  const long = 'k'.repeat(200);
  expect([await send(`${long}1`, 'Bea'), await send(`${long}2`, 'Bea')]).toEqual([200, 409]);
});
