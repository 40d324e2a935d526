import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, startSample } from '#tests/support/sample-site.ts';
import { startStripe } from '#tests/support/stripe-stand-in.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
let server: Awaited<ReturnType<typeof startSample>>;

beforeAll(async () => {
  stripe = await startStripe();
  // The sample data contains payments through the sandbox.
  const env = { ...stripe.env, PAYMENT_GATEWAY: 'sandbox,stripe' };
  server = await startSample({ env });
});

afterAll(async () => {
  await server.stop();
  await stripe.stop();
});

/** IDs of the sample certificates. */
async function issuedIds(): Promise<string[]> {
  const cookie = await logIn(server.url, 'issuer');
  const page = await fetch(`${server.url}/admin/issued-certificates`, { headers: { cookie } });
  return [...new Set((await page.text()).match(/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b/g))];
}

/** Chooses Stripe, which opens its form, and submits the form. */
async function payWithStripe(page: Page) {
  await page.locator('summary', { hasText: 'Pay with Stripe' }).click();
  await page.getByRole('button', { name: 'Pay with Stripe' }).click();
}

journey('paying at Stripe', ({ newPage, javaScript }) => {
  it('resumes an abandoned checkout, and shows the certificate once it is paid', async () => {
    const page = await newPage();
    await addSession(page.context(), server.url, await logIn(server.url, 'newcomer'));
    const ids = await issuedIds();
    await page.goto(`${server.url}/verify?id=${ids[javaScript ? 0 : 1]}`);
    await page.getByRole('button', { name: 'Pay to Verify' }).click();
    await page.waitForURL(`${server.url}/verify/payment`);
    const started = stripe.sessions.size;
    await payWithStripe(page);
    await page.waitForURL(/\/pay\/cs_test_/);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByText('Your payment is not complete yet').waitFor();
    await page.locator('summary', { hasText: 'Pay with Stripe' }).click();
    await page.getByRole('button', { name: 'Pay with Stripe' }).dblclick();
    await page.waitForURL(/\/pay\/cs_test_/);
    expect(stripe.sessions.size).toBe(started + 1);
    await page.getByLabel('Card').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.waitForURL(`${server.url}/verify/payment`);
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    expect(await page.getByRole('link', { name: 'Download PDF' }).isVisible()).toBe(true);
    expect(server.output.join('\n')).not.toMatch(/4242 ?4242/);
  });

  it('charges a certificate once when two tabs pay, and shows it in every tab', async () => {
    const first = await newPage({});
    await addSession(first.context(), server.url, await logIn(server.url, 'newcomer'));
    const uniqueId = (await issuedIds())[javaScript ? 2 : 3];
    const [second, late] = [await first.context().newPage(), await first.context().newPage()];
    for (const tab of [first, second, late]) {
      await tab.goto(`${server.url}/verify?id=${uniqueId}`);
      await tab.getByRole('button', { name: 'Pay to Verify' }).click();
      await tab.waitForURL(`${server.url}/verify/payment`);
    }
    const charges = stripe.intents.size;
    for (const tab of [first, second]) {
      await payWithStripe(tab);
      await tab.waitForURL(/\/pay\/cs_test_/);
    }
    for (const tab of [first, second]) await tab.getByRole('button', { name: 'Pay now' }).click();
    await payWithStripe(late);
    for (const tab of [first, second, late]) {
      await tab.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    }
    expect(stripe.intents.size).toBe(charges + 1);
  });
});

journey('buying a course at Stripe', ({ newPage, javaScript }) => {
  it('leads from the free preview through checkout to all lessons', async () => {
    const title = javaScript ? 'Distributed Systems' : 'Relational Databases That Stay Fast';
    const page = await newPage({ viewport: { width: 320, height: 800 } });
    await addSession(page.context(), server.url, await logIn(server.url, 'newcomer'));
    await page.goto(`${server.url}/courses?q=${encodeURIComponent(title)}`);
    await page.getByRole('link', { name: 'View Course' }).click();
    await page.getByText('Free preview').first().waitFor();
    await page.getByRole('link', { name: 'closed until you buy the course' }).first().click();
    await page.getByText('Buy the course once to watch all of its lessons.').waitFor();
    await page.getByRole('link', { name: 'Buy for' }).first().click();
    await page.getByLabel('Coupon').fill('nothing');
    await page.getByRole('button', { name: 'Apply coupon' }).click();
    await page.getByText('This coupon is not known for this course.').waitFor();
    await payWithStripe(page);
    await page.waitForURL(/\/pay\/cs_test_/);
    await page.getByLabel('Card').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.waitForURL(/\/course\/[\w-]+$/);
    await page.getByText('Enrolled', { exact: true }).waitFor();
    expect(await page.getByText('closed until you buy the course').count()).toBe(0);
    await page.goto(`${server.url}/payments`);
    await page.getByRole('link', { name: `Receipt for Course '${title}'` }).click();
    await page.getByRole('heading', { name: /^Receipt R-/ }).waitFor();
  });
});
