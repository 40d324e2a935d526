import { compose, LANE } from './compose.server.ts';

/** Tells the owner of a webhook that it was switched off. */
export const webhookOffMail = ({ name, email }: { name: string; email: string }, url: string) =>
  compose({
    lane: LANE.single,
    to: { name, address: email },
    subject: 'A webhook was switched off',
    lines: [
      `Your webhook at ${new URL(url).host} has taken no event for five days, so that we switched it off.`,
      'What happens meanwhile is kept for 30 days, and sent once you switch it on again.',
    ],
    action: ['See your webhooks', '/settings/webhooks'],
  });
