import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { enqueueNothing } from '#app/mail/outbox.server.ts';
import { log } from '#app/shared/log.server.ts';
import { transaction } from '#db/client.ts';

/** Security events: logins, failed logins and changes to permissions. */
export type SecurityEvent =
  | 'login'
  | 'login failed'
  | 'login locked'
  | 'logout'
  | 'email verified'
  | 'email changed'
  | 'email change undone'
  | 'address added'
  | 'address removed'
  | 'password reset'
  | 'password changed'
  | 'sessions ended'
  | 'second factor on'
  | 'second factor off'
  | 'second factor reset requested'
  | 'second factor reset objected'
  | 'second factor reset'
  | 'authenticator app removed'
  | 'passkey added'
  | 'passkey removed'
  | 'passkey refused'
  | 'identity confirmed'
  | 'recovery codes replaced'
  | 'recovery code used'
  | 'api token created'
  | 'holder erased'
  | 'account deletion requested'
  | 'account kept'
  | 'account deleted'
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
  | 'google unlinked'
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

/** Logs one event as JSON with IDs and addresses. Never logs a secret or the user's input. */
export function recordSecurityEvent(event: SecurityEvent, details: Details) {
  log.info({ security: event, ...details }, `security: ${event}`);
}

/**
 * Records a failed login in the audit trail, as a row of its account that only super admins see. An unknown identifier gets no row. In
 * that case a row is inserted and deleted, so that the response time does not reveal whether the account exists.
 */
export const recordFailedLogin = (who: Who, userId: string | undefined, locks: boolean, form: string) =>
  transaction((tx) => {
    if (userId === undefined) return enqueueNothing(tx);
    const object = ['account', userId] as const;
    recordAct(tx, who, locks ? 'login.locked' : 'login.failed', {
      object,
      organisation: null,
      after: { form },
    });
  });
