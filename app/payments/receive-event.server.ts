import type { GatewayName } from '#app/config/payments.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { gatewayNamed } from './gateways.server.ts';
import { isOpen, paymentById } from './payment-state.server.ts';
import { askGateway } from './reconcile.server.ts';
import { settlePayment } from './settle-payment.server.ts';

/**
 * Settles the payment that a webhook's event is about. Ignores events that are not about our payments.
 * @param body the raw, signed body
 * @throws AppError not-found for a gateway that is not configured; invalid for a wrong or stale signature; busy
 */
export async function receiveEvent(name: GatewayName, body: Uint8Array, signature: string | null) {
  const gateway = gatewayNamed(name);
  if (!gateway) throw notFound();
  const { id, subject } = await gateway.readWebhook(body, signature);
  if (!subject) return;
  const { paymentId, outcome } = subject;
  const payment = paymentById(paymentId);
  // An event about a charge may arrive before the one about its checkout.
  const isLater = outcome.state === 'refunded' || outcome.state === 'disputed';
  if (payment && isOpen(payment) && isLater) await askGateway(payment);
  settlePayment(paymentId, outcome, `${name} ${id}`);
}
