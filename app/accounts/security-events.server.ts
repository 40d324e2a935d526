import { log } from '#app/shared/log.server.ts';

/** Everything that is worth a line in the log of who got in, was kept out or changed what others may do. */
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
  | 'super admin created'
  | 'super admin reset'
  | 'google linked'
  | 'google login failed';

type Details = {
  userId?: string;
  /** The account that was acted upon, when it is another one. */
  subjectId?: string;
  form?: string;
  address?: string;
  reason?: string;
  count?: number;
};

/** One JSON line for one event: ids and addresses, never a secret and never what was typed as an identifier. */
export function recordSecurityEvent(event: SecurityEvent, details: Details) {
  log.info({ security: event, ...details }, `security: ${event}`);
}
