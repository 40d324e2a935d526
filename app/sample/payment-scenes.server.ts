import { grantCredit } from '#app/payments/credit/agreement.server.ts';
import { grantSchema } from '#app/payments/credit/list-credit.server.ts';
import { gatewayNamed } from '#app/payments/gateways.server.ts';
import { refundAsSuperAdmin } from '#app/payments/payment-details.server.ts';
import { sellerSchema, setSellerDetails } from '#app/payments/seller-details.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { cardOf, DECLINED_CARD, type PaymentMethod, validIds, verify } from './acts.server.ts';
import { BRIGHTWATER, MARA, NORTHWIND } from './people.ts';
import { around, range, type Scene } from './stage.server.ts';
import { CHECKERS, CREDIT, LOOK_UPS, REFUNDS, SELLER } from './story.ts';

const FIRST_LOOK_UP = 680;

const seller: Scene = {
  daysAgo: 739,
  act: async (stage) => setSellerDetails(await stage.office(), parseInput(sellerSchema, SELLER)),
};

/** Grants credit, so that there are statements. */
export const credit = CREDIT.map(
  ([daysAgo, account, limit]): Scene => ({
    daysAgo,
    async act(stage) {
      if (gatewayNamed('invoice'))
        grantCredit(await stage.office(), parseInput(grantSchema, { account, limit }));
    },
  }),
);

const paysFromCredit = (email: string, daysAgo: number) =>
  CREDIT.some(([since, account]) => account === email && since > daysAgo);

const isUnpaid = (index: number) => index % 6 === 4 && index % 4 > 0;
/** The card is declined. The payer then tries another one, unless it gives up. */
const isDeclined = (index: number) => index % 13 === 7;
const givesUp = (index: number) => index % 26 === 7;

/** Ever more look-ups, by the verifiers in turns. */
const lookUps = range(LOOK_UPS).map((index): Scene => {
  const daysAgo = FIRST_LOOK_UP * (1 - index / LOOK_UPS) ** 1.25 + 0.13;
  const [email, since] = around(CHECKERS, index);
  const verifier = since > daysAgo ? email : NORTHWIND;
  const method: PaymentMethod = paysFromCredit(verifier, daysAgo) ? 'credit' : cardOf(index);
  return {
    daysAgo,
    async act(stage) {
      const actor = stage.actor(verifier);
      const uniqueId = around(validIds(), index * 37 + 11);
      if (isDeclined(index)) await verify(actor, { uniqueId }, DECLINED_CARD);
      if (givesUp(index)) return;
      const payment = await verify(actor, { uniqueId }, isUnpaid(index) ? undefined : method);
      if (payment) stage.payments.push(payment);
    },
  };
});

/** Look-ups that the holder of a certificate sees in its history. */
const ofHolder = [
  { daysAgo: 61.3, verifier: NORTHWIND, method: 'credit' as const },
  { daysAgo: 15.6, verifier: BRIGHTWATER },
].map(
  ({ daysAgo, verifier, method }): Scene => ({
    daysAgo,
    act: (stage) => verify(stage.actor(verifier), stage.certificateOf(MARA), method),
  }),
);

/** Each refunds the last but one payment of its time. */
const refunds = REFUNDS.map(
  ([daysAgo, reason]): Scene => ({
    daysAgo,
    act: async (stage) => refundAsSuperAdmin(await stage.office(), stage.payments.at(-2) ?? '', { reason }),
  }),
);

export const paymentScenes = [seller, ...credit.slice(1), ...lookUps, ...ofHolder, ...refunds];
