import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { readSellerDetails, sellerSchema, setSellerDetails } from '#app/payments/seller-details.server.ts';
import { serializeSeller } from '#app/routes/api/v1/serialize-payments.server.ts';
import { resource } from './respond.ts';
import { sellerSchema as seller } from './schemas/billing.ts';
import { NOT_ALLOWED, success, told } from './schemas/responses.ts';

export const api = resource();

api('seller')
  .get({
    auth: 'bearer',
    scope: 'payments:read',
    admits: requireSuperAdmin,
    summary: 'The seller’s details for receipts, for super admins; null until they are set',
    responses: { 200: success({ seller: seller.nullable() }) },
    failures: { 403: NOT_ALLOWED },
    handle({ actor }) {
      const details = readSellerDetails(actor);
      return { body: { success: true, seller: details && serializeSeller(details) } };
    },
  })
  .put({
    auth: 'bearer',
    admits: requireSuperAdmin,
    summary: 'Set the seller’s details for later receipts, for super admins. An absent field means none',
    body: sellerSchema,
    example: { name: 'Certrace Ltd', address: '1 Quay, Bristol', taxId: 'GB123456789', taxRate: '19' },
    responses: { 200: told('New receipts will show these details.') },
    failures: { 403: NOT_ALLOWED },
    act: ({ actor, input }) => ({
      body: { success: true, ...setSellerDetails(actor, input) },
    }),
  });
