import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { foreignSender, parseDkim } from './mail.server.ts';
import { parseBreachedPasswords, parseFfmpeg, parseLegal } from './named-files.server.ts';
import { parsePayments } from './payments.server.ts';
import { requirement } from './requirement.ts';
import { parseSigner, parseTimestampUrls } from './signing.server.ts';
import { parseStorage } from './storage.server.ts';
import { ConfigurationError, misspelledVariables, variables } from './variables.ts';
import { parseQuorum, parseWitnessedLogs, parseWitnesses } from './witnesses.server.ts';

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/;

/** Whether a URL's host name (`URL.hostname`) always means this machine. */
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname);

/** Checks what no single variable can decide. */
function requireConsistent(values: z.infer<typeof variables>, appUrl: URL) {
  const production = values.NODE_ENV === 'production';
  if (appUrl.pathname !== '/' || appUrl.search || appUrl.hash || appUrl.username) {
    throw new ConfigurationError('APP_URL: must be an origin, without path, query or user');
  }
  if (appUrl.protocol === 'http:' && !isLoopback(appUrl.hostname) && !values.ALLOW_INSECURE_HTTP) {
    throw new ConfigurationError(
      'APP_URL: browsers drop the cookies of plain http on a name that is not loopback; use https, or set ALLOW_INSECURE_HTTP=1',
    );
  }
  if (!production && !isLoopback(appUrl.hostname)) {
    throw new ConfigurationError(
      `NODE_ENV: ${values.NODE_ENV} requires an APP_URL on this machine, such as http://localhost:3000; leave NODE_ENV unset`,
    );
  }
  if (values.WEB_CONCURRENCY > 1 && values.DATABASE_FILE === ':memory:') {
    throw new ConfigurationError('WEB_CONCURRENCY: must be 1 for a database in memory');
  }
  if (production && !values.SESSION_SECRET) {
    throw new ConfigurationError('SESSION_SECRET: is required in production (at least 32 characters)');
  }
  if (!values.GOOGLE_CLIENT_ID !== !values.GOOGLE_CLIENT_SECRET) {
    const missing = values.GOOGLE_CLIENT_ID ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID';
    throw new ConfigurationError(`${missing}: is missing; Google login needs both the id and the secret`);
  }
}

/**
 * Parses environment variables into the frozen configuration (docs/configuration.md lists them). An empty value counts as absent, like
 * `VAR=` in a unit file.
 * @throws ConfigurationError naming the first missing or invalid variable
 */
export function parseEnvironment(source: Record<string, string | undefined>) {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = variables.safeParse(present, { error: requirement });
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new ConfigurationError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const values = result.data;
  const appUrl = new URL(values.APP_URL ?? `http://localhost:${values.PORT}`);
  requireConsistent(values, appUrl);
  const production = values.NODE_ENV === 'production';
  const witnesses = parseWitnesses(values);
  return Object.freeze({
    ...values,
    /** Outside production the mailbox is open, so by default other machines cannot reach the server. */
    HOST: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    /** Folder of the master key and of the log's copy outside the database. */
    KEYS_DIR: values.KEYS_DIR ?? join(dirname(values.DATABASE_FILE), 'keys'),
    BACKUP_DIR: values.BACKUP_DIR ?? join(dirname(values.DATABASE_FILE), 'backups'),
    /** Programs that convert videos. Null without them. */
    ffmpeg: parseFfmpeg(values, source.PATH),
    /** The bucket for uploads and drawn files. Null if they are in UPLOADS_DIR. */
    s3: parseStorage(values, appUrl.protocol),
    backupEveryMs: values.BACKUP_EVERY ?? null,
    /** Public origin without a trailing slash, such as `http://localhost:3000`. */
    APP_URL: appUrl.origin,
    appProtocol: appUrl.protocol,
    /** Host of APP_URL, with the port unless it is the default of its protocol: `localhost:3000`. */
    appHost: appUrl.host,
    SESSION_SECRET: values.SESSION_SECRET ?? 'development-only secret, not for production use',
    /** Key that signs messages. Null without DKIM_*. */
    dkim: parseDkim(values),
    witnesses,
    logQuorum: parseQuorum(values, witnesses),
    /** The operator's file of breached passwords, or null. */
    breachedPasswords: parseBreachedPasswords(values),
    /** The operator's own texts for /privacy and /terms. */
    legal: parseLegal(values),
    witnessedLogs: parseWitnessedLogs(values),
    ...parsePayments(values, {
      isPublic: !isLoopback(appUrl.hostname),
      isSecure: appUrl.protocol === 'https:',
    }),
    /** Key that signs PDFs. Null without SIGNING_P12. */
    pdfSigner: parseSigner(values),
    /** Authorities that timestamp these signatures. Empty without TSA_URL. */
    timestampUrls: parseTimestampUrls(values),
    production,
    /** Whether MAIL_FROM is missing on a site that sends mail to the public. */
    lacksMailFrom: values.SMTP_URL !== undefined && !present.MAIL_FROM && !isLoopback(appUrl.hostname),
    /** The domain of MAIL_FROM on a public site if SMTP_URL is of another one, or null. */
    foreignSender: present.MAIL_FROM && !isLoopback(appUrl.hostname) ? foreignSender(values) : null,
    /** Names that resemble a variable. Only the start and the page of the state compare them, which takes milliseconds. */
    get misspelled() {
      return misspelledVariables(Object.keys(present));
    },
    /** Whether cookies have the Secure attribute and the __Host- prefix. */
    secureCookies: appUrl.protocol === 'https:',
  });
}

export type Environment = ReturnType<typeof parseEnvironment>;

let loaded: Environment | undefined;

/** The configuration of this process. @throws Error before the process's entry point has loaded it */
export function env(): Environment {
  if (!loaded) throw new Error('The configuration is not loaded.');
  return loaded;
}

/** Reads the configuration from the environment. Tests and the demo override variables. No other code reads process.env. */
export function loadEnvironment(overrides: Record<string, string | undefined> = {}): Environment {
  loaded = parseEnvironment({ ...process.env, ...overrides });
  return loaded;
}
