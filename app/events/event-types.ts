import type { Scope } from '#app/accounts/api-tokens/scopes.ts';

/** Types of events with the scope that a token needs for them, which is that of the call that reads their object. */
export const EVENT_SCOPES = {
  'certificate.issued': 'certificates:read',
  'certificate.revoked': 'certificates:read',
  'certificate.replaced': 'certificates:read',
  'certificate.expiring': 'certificates:read',
  'certificate.verified': 'certificates:read',
  'batch.done': 'batches:write',
  'payment.paid': 'payments:read',
  'payment.refunded': 'payments:read',
  'course.enrolled': 'courses:read',
  'course.completed': 'courses:read',
} as const satisfies Record<string, Scope>;

export type EventType = keyof typeof EVENT_SCOPES;

export const EVENT_TYPES = Object.keys(EVENT_SCOPES) as [EventType, ...EventType[]];

/** Whether a name is that of a type. */
export const isEventType = (name: string): name is EventType => Object.hasOwn(EVENT_SCOPES, name);
