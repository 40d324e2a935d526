import { receiveEvent } from '#app/payments/reconcile.server.ts';
import { SERVER_BYTES } from '#app/server/edge/body-limit.ts';
import { readBody } from '#app/server/edge/read-body.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/stripe-webhook';

export const handle = { server: true, body: [{ bytes: SERVER_BYTES }] } satisfies RouteNeeds;

const text = (status: number, body: string, headers = {}) =>
  new Response(`${body}\n`, {
    status,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  });

/** Stripe's events (https://docs.stripe.com/webhooks). The signature of the raw body authenticates the request. */
export async function action({ request }: Route.ActionArgs) {
  if (request.method !== 'POST') return loader();
  const body = await readBody(request, SERVER_BYTES);
  if (!body) return text(413, 'too large');
  await receiveEvent('stripe', body, request.headers.get('Stripe-Signature'));
  return text(200, 'received');
}

export const loader = () => text(405, 'method not allowed', { Allow: 'POST' });
