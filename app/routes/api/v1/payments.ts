import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { ledgerQuerySchema } from '#app/payments/credit/list-credit.server.ts';
import { listOwnStatements, statementEntries, statementOf } from '#app/payments/credit/statements.server.ts';
import { listOwnPayments, ownPaymentsSchema } from '#app/payments/list-own-payments.server.ts';
import { listPayments, paymentListSchema, refundSchema } from '#app/payments/list-payments.server.ts';
import { paymentDetails, refundAsSuperAdmin, refundOrdered } from '#app/payments/payment-details.server.ts';
import { creditNoteOf, receiptOf } from '#app/payments/receipt.server.ts';
import { readSellerDetails, sellerSchema, setSellerDetails } from '#app/payments/seller-details.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { resource } from './respond.ts';
import {
  creditNoteObject,
  listedPaymentObject,
  paymentDetailsObject,
  paymentObject,
  receiptObject,
  sellerObject,
  statementEntryObject,
  statementObject,
  wholeStatementObject,
} from './schemas/payments.ts';
import { done, listOf, NOT_ALLOWED, success, told } from './schemas/responses.ts';

export const api = resource();

api('payments').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The caller’s own payments, newest first',
  query: ownPaymentsSchema,
  since: { list: 'payments', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('payments', paymentObject) },
  handle({ actor, query }) {
    const { payments, nextCursor } = listOwnPayments(actor, query);
    return { body: { success: true, payments: payments.map(paymentObject.serialize), nextCursor } };
  },
});

api('payments/all').get({
  auth: 'bearer',
  scope: 'payments:read',
  admits: requireSuperAdmin,
  summary: 'All payments, for super admins, newest first',
  query: paymentListSchema,
  since: { list: 'payments', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('payments', listedPaymentObject) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { payments, nextCursor } = listPayments(actor, query);
    return { body: { success: true, payments: payments.map(listedPaymentObject.serialize), nextCursor } };
  },
});

api('payments/credit-notes/:creditNoteId').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The credit note of a refund, for the payer and super admins',
  responses: { 200: success({ creditNote: creditNoteObject }) },
  failures: { 404: 'Not found.' },
  handle: ({ actor, params }) => ({
    body: { success: true, creditNote: creditNoteObject.serialize(creditNoteOf(actor, params.creditNoteId)) },
  }),
});

api('payments/:paymentId').get({
  auth: 'bearer',
  scope: 'payments:read',
  admits: requireSuperAdmin,
  summary: 'A payment with its history, for super admins',
  responses: { 200: success({ payment: paymentDetailsObject }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  handle: ({ actor, params }) => ({
    body: { success: true, payment: paymentDetailsObject.serialize(paymentDetails(actor, params.paymentId)) },
  }),
});

api('payments/:paymentId/receipt').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The receipt of a payment, for its payer and super admins',
  responses: { 200: success({ receipt: receiptObject }) },
  failures: { 404: 'Not found.' },
  handle: ({ actor, params }) => ({
    body: { success: true, receipt: receiptObject.serialize(receiptOf(actor, params.paymentId)) },
  }),
});

api('payments/:paymentId/refund').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Refund a whole payment and revoke the purchase, for super admins. The payer reads the reason',
  body: refundSchema,
  example: { reason: 'Paid by mistake' },
  responses: { 201: done(refundOrdered()) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This payment is already refunded.' },
  handle: async ({ actor, params, input }) => refundAsSuperAdmin(actor, params.paymentId, await input()),
  answer: (refunded) => ({
    status: 201,
    body: { success: true, ...refunded },
  }),
});

api('seller')
  .get({
    auth: 'bearer',
    scope: 'payments:read',
    admits: requireSuperAdmin,
    summary: 'The seller’s details for receipts, for super admins; null until they are set',
    responses: { 200: success({ seller: sellerObject.nullable() }) },
    failures: { 403: NOT_ALLOWED },
    handle({ actor }) {
      const details = readSellerDetails(actor);
      return { body: { success: true, seller: details && sellerObject.serialize(details) } };
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

api('statements').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The monthly statements of the account, newest first, 50 a page',
  query: listQuerySchema,
  since: { list: 'statements', at: 'issuedAt', inOrder: true },
  responses: { 200: listOf('statements', statementObject) },
  handle({ actor, query }) {
    const { statements, nextCursor } = listOwnStatements(actor, query);
    return { body: { success: true, statements: statements.map(statementObject.serialize), nextCursor } };
  },
});

api('statements/:statementId').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'A statement with its entries, oldest first, 50 a page, for its account and super admins',
  query: ledgerQuerySchema,
  since: { list: 'entries', at: 'at', inOrder: false },
  responses: { 200: listOf('entries', statementEntryObject, { statement: wholeStatementObject }) },
  failures: { 404: 'Not found.' },
  handle({ actor, params, query }) {
    const statement = statementOf(actor, params.statementId);
    const { items, nextCursor } = statementEntries(statement, query.cursor);
    return {
      body: {
        success: true,
        statement: wholeStatementObject.serialize(statement),
        entries: items.map(statementEntryObject.serialize),
        nextCursor,
      },
    };
  },
});
