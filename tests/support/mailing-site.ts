import { startServer } from './server.ts';
import { startSmtp } from './smtp.ts';

async function start() {
  const smtp = await startSmtp();
  const env = { SMTP_URL: smtp.url, RATE_LIMITS: 'off', ISSUER_APPROVAL: 'auto' };
  return { smtp, server: await startServer({ env }) };
}

let shared: ReturnType<typeof start> | undefined;

/**
 * An empty site of this process with a real mail server, which several test files share because a start takes two seconds of processor
 * time. Each uses addresses of its own. It ends with the process.
 */
export function sharedMailingSite() {
  shared ??= start();
  return shared;
}
