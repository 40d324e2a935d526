/** `npm run demo`: builds the site, and serves it with sample data in a temporary folder. Prints its address and its accounts. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { env, loadEnvironment } from '#app/config/env.server.ts';
import { ConfigurationError } from '#app/config/variables.ts';
import { mailDelivery } from '#app/mail/mail-state.server.ts';
import { ensureMemorySettings } from '#app/operations/memory-settings.server.ts';
import { GUIDED } from '#app/sample/courses.ts';
import { DEMO_PASSWORD, ISSUERS, MARA, SUPER_ADMIN, VERIFIERS } from '#app/sample/people.ts';
import { seedDemo } from '#app/sample/seed.server.ts';
import { configureLog } from '#app/shared/log.server.ts';
import { serve } from '../server.ts';
import { answerHelp } from './help.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The demo's configuration. Not production, because its mail is shown in the mailbox page. */
const overrides = {
  NODE_ENV: 'development',
  ISSUER_APPROVAL: 'auto',
  PAYMENT_GATEWAY: process.env.PAYMENT_GATEWAY || 'sandbox,invoice',
  DATABASE_FILE: process.env.DATABASE_FILE || inProject('db/demo.sqlite'),
  UPLOADS_DIR: process.env.UPLOADS_DIR || inProject('uploads/demo'),
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
};

function build() {
  const result = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: inProject('.'),
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    console.error(result.stdout, result.stderr);
    process.exit(1);
  }
}

/**
 * The configuration while the story is played: test cards, no rate limits, no log lines about its events,
 * such as rejected mail, and the tests' quick password hashes, because the demo prints the passwords.
 */
const storyOverrides = {
  ...overrides,
  NODE_ENV: 'test',
  PAYMENT_GATEWAY: 'sandbox,invoice',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
};

function configure(variables: typeof overrides) {
  loadEnvironment(variables);
  configureLog();
}

async function seed() {
  configure(storyOverrides);
  await seedDemo();
  configure(overrides);
}

answerHelp();
ensureMemorySettings();
try {
  console.log('Building …');
  build();
  const { url, port } = await serve(overrides, { beforeListening: seed });
  // A port of 0 is known only now.
  const site = port === env().PORT ? url : `http://localhost:${port}`;
  const people = [...ISSUERS.map((issuer) => ({ ...issuer, role: 'issuer' })), ...VERIFIERS];
  const mail =
    mailDelivery() === 'smtp'
      ? 'Mail is sent to the server of SMTP_URL.'
      : `SMTP_URL is not set, so no mail leaves this site. Read it at ${site}/dev/mail`;
  console.log(`
Certrace is running at ${site}

  ${mail}

  Log in at ${site}/ with the password ${DEMO_PASSWORD}:
${people.map(({ name, email, role }) => `    ${email.padEnd(26)} ${role.padEnd(11)} ${name}`).join('\n')}

  Learn in three minutes: log in as ${MARA}, open the course '${GUIDED}', and take it up to its certificate.

  Super admin, at ${site}/superadmin-login:
    ${SUPER_ADMIN.id}, passwords ${SUPER_ADMIN.password1} and ${SUPER_ADMIN.password2}

  Cards are test cards: 4242 4242 4242 4242, any future date, any code.

Stop it with Ctrl+C.
`);
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}
