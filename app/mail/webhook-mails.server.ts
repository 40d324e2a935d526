import { t } from '#messages';
import { compose, LANE } from './compose.server.ts';

export const webhookOffMail = ({ name, email }: { name: string; email: string }, url: string) =>
  compose(email, () => ({
    lane: LANE.single,
    name,
    subject: t('webhookMails.aWebhookWasSwitchedOff'),
    lines: [
      t('webhookMails.yourWebhookAtHostHasTaken', { host: new URL(url).host }),
      t('webhookMails.whatHappensMeanwhileIsKeptFor30Days'),
    ],
    action: [t('webhookMails.seeYourWebhooks'), '/settings/webhooks'],
  }));
