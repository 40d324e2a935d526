import { describe, expect, it } from 'vitest';
import { orUnanswered } from '#app/routes/or-unanswered.ts';

const TEXTS = { unanswered: 'Login failed.', invalid: 'Invalid response from server' };
const failing = (error: unknown) => () => Promise.reject(error);

describe('a form sent by a script', () => {
  it('gives what the server answers', async () => {
    expect(await orUnanswered(async () => ({ ok: true }), TEXTS)).toEqual({ ok: true });
  });

  it('says when nothing comes back, with a status that keeps the page as it is', async () => {
    const answer = await orUnanswered(failing(new TypeError('Failed to fetch')), TEXTS);
    expect(answer).toMatchObject({
      data: { ok: false, message: 'Login failed.', toast: { kind: 'error', message: 'Login failed.' } },
      init: { status: 503 },
    });
  });

  it('says when what comes back is no answer, where there is a text for it', async () => {
    const badGateway = { status: 502, statusText: '', internal: false, data: '<html>' };
    const answer = await orUnanswered(failing(badGateway), TEXTS);
    expect(answer).toMatchObject({ data: { message: 'Invalid response from server' } });
    await expect(orUnanswered(failing(badGateway), { unanswered: 'x' })).rejects.toBe(badGateway);
  });

  it('leaves refusals to the error page', async () => {
    const refusal = { status: 415, statusText: '', internal: false, data: null };
    await expect(orUnanswered(failing(refusal), TEXTS)).rejects.toBe(refusal);
  });
});
