import { env } from '#app/config/env.server.ts';
import { isolate } from '#app/messages/isolate.ts';
import { pageDirection, t } from '#messages';
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

const pages = { contact: () => t('message.contact'), support: () => t('message.support') };

/** A text in its own direction, whatever that of the mail is. */
const isolatedLines = (text: string) =>
  pageDirection() === 'rtl' ? text.split('\n').map(isolate).join('\n') : text;

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
      [t('siteMails.name'), name],
      [t('siteMails.email'), email],
    ],
    action: [t('siteMails.allMessages'), '/admin/support'],
  }));

/** Tells the operator that a problem began or ended. It precedes other mail, because the problem may be late mail. */
export const operatorAlertMail = (
  address: string,
  title: () => string,
  message: string,
  closing: () => string,
) =>
  compose(address, () => ({
    lane: LANE.security,
    name: t('siteMails.operator'),
    subject: `${title()} (${env().appHost})`,
    lines: [t('siteMails.titleAtAppurl', { title: title(), appUrl: env().APP_URL }), message],
    closing: [closing()],
  }));
