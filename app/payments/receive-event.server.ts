import { notFound } from '#app/shared/errors.server.ts';
import type { GatewayName } from './gateway.ts';
import { gatewayNamed } from './gateways.server.ts';
import { isOpen, paymentById } from './payment-state.server.ts';
import { askGateway } from './reconcile.server.ts';
import { settlePayment } from './settle-payment.server.ts';

/**
 * Settles the payment that a webhook's event is about. An event that concerns none of our payments changes nothing.
 * @param body the raw body, which the signature is over
 * @throws AppError not-found for a gateway that is not configured; invalid for a bad or stale signature; busy
 */
export async function receiveEvent(name: GatewayName, body: Uint8Array, signature: string | null) {
  const gateway = gatewayNamed(name);
  if (!gateway) throw notFound();
  const { id, subject } = await gateway.readWebhook(body, signature);
  if (!subject) return;
  const { paymentId, outcome } = subject;
  const payment = paymentById(paymentId);
  // An event about a charge may come before the one about its checkout.
  const isLater = outcome.state === 'refunded' || outcome.state === 'disputed';
  if (payment && isOpen(payment) && isLater) await askGateway(payment);
  settlePayment(paymentId, outcome, `${name} ${id}`);
}
