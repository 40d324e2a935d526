import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const WEBHOOK_SECRET = 'whsec_of_the_tests';

type Session = {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  client_reference_id: string;
  metadata: Record<string, string>;
  amount_total: number;
  currency: string;
  url: string | null;
  payment_intent: string | null;
  success_url: string;
  cancel_url: string;
};

type Intent = {
  id: string;
  status: string;
  amount: number;
  metadata: Record<string, string>;
  refunded: boolean;
};

/** Signs a webhook's body as Stripe does (https://docs.stripe.com/webhooks#verify-manually). */
export function signatureOf(body: string, { secret = WEBHOOK_SECRET, at = Date.now() } = {}) {
  const time = Math.floor(at / 1_000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/**
 * A stand-in for Stripe with the API calls that the gateway uses and a payment page for browsers. It honours
 * Idempotency-Keys and records charges.
 */
export async function startStripe() {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const disputes = new Map<string, { id: string; status: string; amount: number; payment_intent: string }>();
  const answers = new Map<string, { status: number; body: object }>();
  const state = {
    down: false,
    calls: [] as string[],
    refunds: [] as string[],
    /** The Idempotency-Keys of all refund calls. */
    refundKeys: [] as string[],
    /** Refuses new refunds with this code, for example for a low balance. */
    refuseRefunds: null as string | null,
    /** Called before and after a call such as `POST refunds` is handled. Returning true drops the connection. */
    onCall: undefined as ((call: string, moment: 'before' | 'after') => boolean) | undefined,
  };

  const send = (response: ServerResponse, status: number, body: object) => {
    if (state.onCall?.(callOf(response.req), 'after')) return response.destroy();
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const callOf = ({ method, url = '' }: IncomingMessage) => `${method} ${url.split('/')[2]}`;
  const missing = (response: ServerResponse) =>
    send(response, 404, {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' },
    });

  function createSession(form: URLSearchParams): Session {
    const id = `cs_test_${randomUUID()}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.get('client_reference_id') ?? '',
      metadata: { payment_id: form.get('payment_intent_data[metadata][payment_id]') ?? '' },
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      url: `${url}/pay/${id}`,
      payment_intent: null,
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
    };
    sessions.set(id, session);
    return session;
  }

  /** Pays for a session. A session is charged once. */
  function pay(id: string): Session {
    const session = sessions.get(id);
    if (!session) throw new Error(`No session ${id}`);
    if (session.status !== 'open') return session;
    const intent = `pi_${randomUUID()}`;
    intents.set(intent, {
      id: intent,
      status: 'succeeded',
      amount: session.amount_total,
      metadata: session.metadata,
      refunded: false,
    });
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent, url: null });
    return session;
  }

  const refused = (code: string) => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', code, message: 'No refund' } },
  });

  function refund(intentId: string): { status: number; body: object } {
    const intent = intents.get(intentId);
    if (!intent) return refused('resource_missing');
    if (intent.refunded) return refused('charge_already_refunded');
    if (state.refuseRefunds !== null) return refused(state.refuseRefunds);
    intent.refunded = true;
    state.refunds.push(intentId);
    return { status: 200, body: { id: `re_${randomUUID()}`, object: 'refund', status: 'succeeded' } };
  }

  /** Handles a call once. The same key gets the first response again, even an error. */
  function respondOnce(key: string | undefined, make: () => { status: number; body: object }) {
    const answer = (key !== undefined && answers.get(key)) || make();
    if (key !== undefined) answers.set(key, answer);
    return answer;
  }

  const page = ({
    id,
    amount_total,
    cancel_url,
  }: Session) => `<!doctype html><html lang="en"><title>Pay</title>
    <h1>Pay $${amount_total / 100}</h1>
    <form method="post" action="/pay/${id}"><label>Card <input name="card" autocomplete="cc-number"></label><button>Pay now</button></form>
    <a href="${cancel_url}">Back</a></html>`;

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://stripe.example');
    const [, version, kind, a = '', b = ''] = pathname.split('/');
    const body = await readBody(request);
    if (state.down) return request.socket.destroy();
    if (version === 'pay') {
      const session = sessions.get(kind ?? '');
      if (!session) return missing(response);
      if (request.method === 'POST') {
        pay(session.id);
        return response.writeHead(303, { location: session.success_url }).end();
      }
      return response.writeHead(200, { 'content-type': 'text/html' }).end(page(session));
    }
    if (state.onCall?.(callOf(request), 'before')) return request.socket.destroy();
    state.calls.push(`${request.method} ${pathname} ${body}`);
    const key = request.headers['idempotency-key']?.toString();
    if (kind === 'checkout' && request.method === 'POST' && b === '') {
      const make = () => ({ status: 200, body: createSession(new URLSearchParams(body)) });
      const answer = respondOnce(key, make);
      return send(response, answer.status, answer.body);
    }
    if (kind === 'checkout') {
      const [, , , , id = '', action] = pathname.split('/');
      const session = sessions.get(id);
      if (!session) return missing(response);
      if (action === 'expire') {
        if (session.status !== 'open')
          return send(response, 400, {
            error: { type: 'invalid_request_error', message: 'This session is not open' },
          });
        Object.assign(session, { status: 'expired', url: null });
      }
      return send(response, 200, session);
    }
    if (kind === 'payment_intents') {
      const intent = intents.get(a);
      return intent ? send(response, 200, { ...intent, object: 'payment_intent' }) : missing(response);
    }
    if (kind === 'disputes') {
      const dispute = disputes.get(a);
      return dispute ? send(response, 200, { ...dispute, object: 'dispute' }) : missing(response);
    }
    if (kind === 'refunds') {
      state.refundKeys.push(key ?? '');
      const answer = respondOnce(key, () => refund(new URLSearchParams(body).get('payment_intent') ?? ''));
      return send(response, answer.status, answer.body);
    }
    return missing(response);
  }

  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;

  /** The raw body and the headers of an event, as Stripe posts it. */
  function event(
    type: string,
    object: object,
    { id = `evt_${randomUUID()}`, ...signed }: { id?: string; secret?: string; at?: number } = {},
  ) {
    const body = JSON.stringify({ id, object: 'event', type, data: { object } });
    return {
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, signed) },
    };
  }

  return {
    url,
    sessions,
    intents,
    disputes,
    state,
    pay,
    event,
    /** Environment variables of a site that uses this stand-in. */
    env: {
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: url,
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
