import { issuersWho } from '#app/accounts/actor.server.ts';
import { couponSchema } from '#app/courses/coupon.schema.ts';
import {
  couponCreated,
  couponEnded,
  createCoupon,
  endCoupon,
  listCoupons,
} from '#app/courses/manage-coupons.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { resource } from './respond.ts';
import { couponObject } from './schemas/courses.ts';
import { done, listOf, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('coupons')
  .get({
    auth: 'bearer',
    scope: 'courses:read',
    admits: issuersWho('read'),
    summary: 'The issuer’s coupons, newest first, 50 a page',
    query: listQuerySchema,
    since: { list: 'coupons', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('coupons', couponObject) },
    failures: { 403: NOT_ALLOWED },
    handle({ actor, query }) {
      const { coupons, nextCursor } = listCoupons(actor, query);
      return { body: { success: true, coupons: coupons.map(couponObject.serialize), nextCursor } };
    },
  })
  .post({
    auth: 'bearer',
    scope: 'courses:write',
    admits: issuersWho('courses'),
    summary: 'Create a coupon for one course, or for all of the issuer’s courses',
    body: couponSchema,
    example: { code: 'SPRING-25', kind: 'percent', value: '25', validUntil: '2039-05-31', maxUses: 100 },
    responses: { 201: done(couponCreated()) },
    failures: {
      403: NOT_ALLOWED,
      409: 'You have a coupon with this code. End it before you use the code again.',
    },
    act: ({ actor, input }) => ({
      status: 201,
      body: { success: true, ...createCoupon(actor, input) },
    }),
  });

api('coupons/:couponId').delete({
  auth: 'bearer',
  scope: 'courses:write',
  admits: issuersWho('courses'),
  summary: 'End a coupon. Checkouts that began with it keep their price. Repeating it changes nothing',
  responses: { 200: done(couponEnded()) },
  failures: { 403: NOT_ALLOWED, 404: 'Coupon not found.' },
  handle: ({ actor, params }) => ({
    body: { success: true, ...endCoupon(actor, { id: params.couponId }) },
  }),
});
