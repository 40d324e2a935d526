import { env } from '#app/config/env.server.ts';
import { isolateForReader } from '#app/messages/format-numbers.ts';
import { t } from '#messages';
import { compose, LANE } from './compose.server.ts';

type Written = {
  /** Recipients of messages to the site. */
  supportAddress: string;
  topic: 'contact' | 'support';
  name: string;
  email: string;
  subject: string;
  body: string;
};

const pages = { contact: () => t('footer.contact'), support: () => t('common.support') };

/** Isolates each line of a text, so that it keeps its own direction in a mail from right to left. */
const isolatedLines = (text: string) => text.split('\n').map(isolateForReader).join('\n');

/** Forwards a message to the site's support; a reply goes to its author. */
export const messageReceivedMail = ({ supportAddress, topic, name, email, subject, body }: Written) =>
  compose(supportAddress, () => ({
    name: t('siteMails.certraceSupport'),
    replyTo: email,
    subject: `[${topic}] ${subject}`,
    lines: [
      t('siteMails.nameWroteThroughTheTopicPage', { name, topic: pages[topic]() }),
      isolatedLines(body),
    ],
    facts: [
      [t('completion.name'), name],
      [t('common.email'), email],
    ],
    action: [t('siteMails.allMessages'), '/admin/support'],
  }));

/** Sent before other mail, because the problem may be late mail. */
export const operatorAlertMail = (
  address: string,
  title: () => string,
  message: () => string,
  closing: () => string,
) =>
  compose(address, () => ({
    lane: LANE.security,
    name: t('siteMails.operator'),
    subject: t('page.labelNote', { label: title(), note: env().appHost }),
    lines: [t('siteMails.titleAtAppurl', { title: title(), appUrl: env().APP_URL }), message()],
    closing: [closing()],
  }));

export const issuerWaitsMail = (address: string, issuerName: string) =>
  compose(address, () => ({
    name: t('siteMails.operator'),
    subject: t('page.labelNote', { label: t('siteMails.anIssuerWaitsForApproval'), note: env().appHost }),
    lines: [t('siteMails.nameRegisteredAndConfirmedItsAddress', { name: issuerName })],
    action: [t('siteMails.decideAboutIssuers'), '/admin/update'],
  }));

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
