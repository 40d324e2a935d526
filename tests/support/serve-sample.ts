/**
 * Serves the demo with a newcomer, a pending issuer and two messages, for tests that visit every page. An existing database is
 * served unchanged.
 */
import { join } from 'node:path';
import { SYSTEM } from '#app/accounts/actor.server.ts';
import { register } from '#app/accounts/register.server.ts';
import { verifyEmail } from '#app/accounts/verify-email.server.ts';
import { loadEnvironment } from '#app/config/env.server.ts';
import { readMessagesFrom } from '#app/messages/reader-language.server.ts';
import { DEMO_PASSWORD, ISSUERS } from '#app/sample/people.ts';
import { seedDemo } from '#app/sample/seed.server.ts';
import { sendMessage } from '#app/support/messages.server.ts';
import { sqlite } from '#db/client.ts';
import { serve } from '../../server.ts';
import { mailedToken } from './factories.ts';
import { NEWCOMER, PENDING_ISSUER } from './sample-people.ts';

// Vitest kills its processes, which then can't stop their servers.
const tests = process.ppid;
setInterval(() => process.ppid === tests || process.exit(), 500).unref();

/** Development, so that tests visit development pages too. */
const overrides = {
  NODE_ENV: 'development',
  RATE_LIMITS: 'off',
  SUPPORT_EMAIL: 'support@certrace.example',
  ALLOW_PRIVATE_WEBHOOKS: '1',
};

/** The folder where `makeSiteInPseudo` made a site. */
const { OTHER_SITE } = process.env;
if (OTHER_SITE) readMessagesFrom(join(OTHER_SITE, 'messages'));

await serve(overrides, {
  ...(OTHER_SITE && { staticFolder: join(OTHER_SITE, 'client') }),
  async beforeListening() {
    if (sqlite().prepare('select 1 from users').get()) return;
    // Payments from credit create statements, so that tests visit their pages.
    loadEnvironment({ ...overrides, ISSUER_APPROVAL: 'auto', PAYMENT_GATEWAY: 'sandbox,invoice' });
    await seedDemo({ isShort: true });
    loadEnvironment(overrides);
    // Its mails have words of their own.
    sqlite()
      .prepare(
        `update issuer_decisions set decided_by = (select id from users where role = 'superadmin')
         where user_id = (select id from users where email = ?)`,
      )
      .run(ISSUERS[0].email);
    for (const person of [NEWCOMER, PENDING_ISSUER]) {
      await register(SYSTEM, { ...person, password: DEMO_PASSWORD });
      verifyEmail(mailedToken(person.email, 'verify'));
    }
    for (const topic of ['contact', 'support'] as const) {
      await sendMessage(SYSTEM, topic, {
        name: 'Piet Jansen',
        email: 'piet@jansen.example',
        subject: 'A question about an expired certificate',
        message: 'The certificate that I was shown has expired.\nDoes its holder have a newer one?',
      });
    }
  },
});
