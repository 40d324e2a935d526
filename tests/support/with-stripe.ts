import { afterAll, beforeAll, beforeEach } from 'vitest';
import { fetchRaw } from './handler.ts';
import { testEnvironment } from './setup.ts';
import { startStripe } from './stripe-stand-in.ts';

/** Runs the tests of a block with a stand-in for Stripe, which is emptied before each test. */
export function withStripe() {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  beforeAll(async () => {
    stripe = await startStripe();
  });
  afterAll(() => stripe.stop());
  beforeEach(() => {
    testEnvironment(stripe.env);
    stripe.state.down = false;
    stripe.sessions.clear();
    stripe.intents.clear();
    stripe.state.refunds.length = 0;
  });
  return {
    stripe: () => stripe,
    /** Posts an event to the webhook. */
    post: ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      fetchRaw('/webhooks/stripe', { method: 'POST', body, headers }),
  };
}
