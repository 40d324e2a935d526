import { env } from '#app/config/env.server.ts';
import { compose } from './compose.ts';

type Written = {
  /** Recipients of messages to the site. */
  supportAddress: string;
  topic: 'contact' | 'support';
  name: string;
  email: string;
  subject: string;
  body: string;
};

/** Forwards a message to the site's support; a reply goes to its author. */
export const messageReceivedMail = ({ supportAddress, topic, name, email, subject, body }: Written) =>
  compose({
    to: { name: 'Certrace support', address: supportAddress },
    replyTo: email,
    subject: `[${topic}] ${subject}`,
    lines: [`${name} wrote through the ${topic} page:`, body],
    facts: [
      ['Name', name],
      ['Email', email],
    ],
    action: { label: 'All messages', url: `${env().APP_URL}/admin/support` },
  });
