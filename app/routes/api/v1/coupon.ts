import { issuersWho } from '#app/accounts/actor.server.ts';
import { couponEnded, endCoupon } from '#app/courses/manage-coupons.server.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

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
