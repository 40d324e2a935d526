import { expect, it } from 'vitest';
import { sendRefunds } from '#app/payments/reconcile.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, makeSuperAdmin, makeVerifier } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { withStripe } from '#tests/support/with-stripe.ts';

const { stripe, post } = withStripe();

const states = () => sqlite().prepare('select state from payments order by seq').pluck().all();

/** A certificate that its holder shows after consent only, with a page for the holder's forms. */
async function held() {
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const { uniqueId } = await makeCertificate(await makeIssuer(), { studentEmail: 'ada@students.example' });
  const decide = async (form: Record<string, string>) => {
    const answer = await fetchPage(`/my-certificates/${uniqueId}`, { cookie: ada.cookie, form });
    await answer.text();
    return answer.status;
  };
  await decide({ intent: 'consent', consent: 'ask' });
  return { uniqueId, decide };
}

/** Starts a payment at the gateway's page. Returns what reports that it arrived. */
async function startPaying(token: string, uniqueId: string) {
  const answer = await fetchApi('cert/verify/payment', { token, json: { uniqueId } });
  expect(answer.status).toBe(200);
  const { checkoutUrl } = (await answer.json()) as { checkoutUrl: string };
  const session = stripe().pay(checkoutUrl.split('/').at(-1) ?? '');
  return () => post(stripe().event('checkout.session.completed', session));
}

it.each(['withdrawn', 'closed'])('refunds a payment that arrives after consent was %s', async (how) => {
  const { uniqueId, decide } = await held();
  const { token } = await makeVerifier();
  const json = { uniqueId };
  expect((await fetchApi('cert/verify', { token, json })).status).toBe(202);
  const request = sqlite().prepare('select id from consent_requests').pluck().get() as string;
  expect(await decide({ intent: 'decide', request, decision: 'granted' })).toBe(200);
  const arrive = await startPaying(token, uniqueId);
  const change: Record<string, string> =
    how === 'closed'
      ? { intent: 'consent', consent: 'closed' }
      : { intent: 'decide', request, decision: 'withdrawn' };
  expect(await decide(change)).toBe(200);
  expect((await arrive()).status).toBe(200);
  await sendRefunds();
  expect(states()).toEqual(['refunded']);
  const reason = sqlite().prepare('select reason from refunds').pluck().get();
  expect(reason).toBe('consent-withdrawn-before|payment');
  const again = await fetchApi('cert/verify', { token, json });
  expect(again.status).toBe(403);
  expect(Object.keys(await again.json()).sort()).toEqual(['code', 'consent', 'message', 'status', 'success']);
});

it('takes the payment of a super admin, who needs no consent', async () => {
  const { uniqueId } = await held();
  const { token } = await makeSuperAdmin();
  const arrive = await startPaying(token, uniqueId);
  expect((await arrive()).status).toBe(200);
  expect(states()).toEqual(['paid']);
});
