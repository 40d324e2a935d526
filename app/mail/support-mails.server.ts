import { env } from '#app/env.server.ts';
import { compose } from './compose.ts';

type Written = {
  /** Who receives messages of the site. */
  supportAddress: string;
  topic: 'contact' | 'support';
  name: string;
  email: string;
  subject: string;
  body: string;
};

/** What somebody wrote through the site, to those who answer it; a reply goes to the writer. */
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
    action: { label: 'All messages', url: `${env.APP_URL}/admin/support` },
  });
