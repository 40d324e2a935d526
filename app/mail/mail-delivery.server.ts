import { env } from '#app/config/env.server.ts';

/**
 * Where mail goes. `smtp`: to the server of SMTP_URL. Without it, `mailbox` outside production: the mailbox page shows it; `off`
 * in production: it waits in the outbox.
 */
export type MailDelivery = 'smtp' | 'mailbox' | 'off';

export function mailDelivery(): MailDelivery {
  if (env().SMTP_URL !== undefined) return 'smtp';
  return env().production ? 'off' : 'mailbox';
}
