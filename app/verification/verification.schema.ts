import { z } from 'zod';
import { billingSchema } from '#app/accounts/settings.schema.ts';
import { listSchema } from '#app/certificates/certificate.schema.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import { GATEWAYS } from '#app/payments/gateway.ts';
import { requiredText } from '#app/shared/fields.ts';

/** A typed certificate ID. The look-up checks its shape, so that a malformed ID gets the same error as an unknown one. */
const typedUniqueId = z
  .string(requiredText('Certificate ID'))
  .refine((value) => value.trim() !== '', 'Certificate ID is required.');

export const lookUpSchema = z.object({ uniqueId: typedUniqueId });

/** The payment of one verification where the gateway asks for the card on its own page. */
export const startPaymentSchema = z.object({
  uniqueId: typedUniqueId,
  gateway: z
    .enum(GATEWAYS)
    .optional()
    .meta({ description: 'One of the configured gateways; the first by default' }),
  ...billingSchema.shape,
});

/** The payment of one verification with a card; `todayMs` as in `cardSchema`. */
export const payVerificationSchema = (todayMs: number) =>
  cardSchema(todayMs).safeExtend(startPaymentSchema.shape);

/** The query of a list of verifications, with a filter by payment. */
export const verificationListSchema = listSchema.extend({
  state: z.enum(['', 'paid', 'unpaid'], { error: 'state must be paid or unpaid.' }).default(''),
});
