import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { enqueueNothing } from '#app/mail/outbox.server.ts';
import { transaction } from '#db/client.ts';

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
