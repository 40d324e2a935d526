import type { Role } from '#app/accounts/actor.server.ts';
import type { EventType } from '#app/events/event-types.ts';

/** What people read for a type of events. */
const LABELS: Record<EventType, string> = {
  'certificate.issued': 'A certificate is issued',
  'certificate.revoked': 'A certificate is revoked',
  'certificate.replaced': 'A certificate is replaced',
  'certificate.expiring': 'A certificate will expire soon',
  'certificate.verified': 'Somebody pays to verify a certificate',
  'batch.done': 'A batch is done',
  'payment.paid': 'You pay',
  'payment.refunded': 'You are refunded',
  'course.enrolled': 'Somebody enrols in a course',
  'course.completed': 'Somebody completes a course',
};

/** The types whose events a role has. Others stay as they are, because a role may have been another one before. */
export const typesOf = (role: Role): { value: EventType; label: string }[] =>
  (Object.entries(LABELS) as [EventType, string][])
    .filter(([type]) => role === 'admin' || !/^(?:certificate|batch)\./.test(type))
    .map(([value, label]) => ({ value, label }));
