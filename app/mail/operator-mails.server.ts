import { env } from '#app/config/env.server.ts';
import { compose, LANE } from './compose.ts';

/** Tells the operator that a problem began or ended. It precedes other mail, because the problem may be late mail. */
export const operatorAlertMail = (
  address: string,
  { title, message, closing }: { title: string; message: string; closing: string },
) =>
  compose({
    lane: LANE.security,
    to: { name: 'operator', address },
    subject: `${title} (${env().appHost})`,
    lines: [`${title} at ${env().APP_URL}:`, message],
    closing: [closing],
  });
