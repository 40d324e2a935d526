import { log } from '#app/shared/log.server.ts';

/** Security events: who got in, who was kept out, and who changed others' permissions. */
export type SecurityEvent =
  | 'login'
  | 'login failed'
  | 'login locked'
  | 'logout'
  | 'email verified'
  | 'password reset'
  | 'password changed'
  | 'sessions ended'
  | 'api token created'
  | 'issuer approved'
  | 'issuer suspended'
  | 'issuer reinstated'
  | 'issuer name requested'
  | 'issuer name approved'
  | 'issuer name refused'
  | 'issuer name withdrawn'
  | 'issue quota set'
  | 'credit limit set'
  | 'credit ended'
  | 'super admin created'
  | 'super admin reset'
  | 'google linked'
  | 'google login failed';

type Details = {
  userId?: string;
  /** The affected account, when it is not the actor's. */
  subjectId?: string;
  form?: string;
  address?: string;
  reason?: string;
  count?: number;
};

/** Logs one event as JSON: ids and addresses, never a secret or a typed identifier. */
export function recordSecurityEvent(event: SecurityEvent, details: Details) {
  log.info({ security: event, ...details }, `security: ${event}`);
}
