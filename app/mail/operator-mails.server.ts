import { env } from '#app/env.server.ts';
import { compose } from './compose.ts';

/** Tells the operator of a problem, once until it is over. */
export const operatorAlertMail = (address: string, { title, message }: { title: string; message: string }) =>
  compose({
    to: { name: 'operator', address },
    subject: `${title} (${env.appHost})`,
    lines: [`${title} at ${env.APP_URL}:`, message],
    closing: ['You get no further message about this until it has worked again.'],
  });
