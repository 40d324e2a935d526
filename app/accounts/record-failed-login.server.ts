import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { enqueueNothing } from '#app/mail/outbox.server.ts';
import { transaction } from '#db/client.ts';

/**
 * Records a failed login in the audit trail, as a row of its account that only super admins see. For an identifier without an account it
 * writes as much and keeps nothing, so that the time tells nothing and strangers cannot fill the trail.
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
