import { dirname, join } from 'node:path';
import { z } from 'zod';
import { HIGHEST_CHARGE_CENTS, LOWEST_CHARGE_CENTS } from './charge-limits.ts';
import { parseDkim } from './dkim.server.ts';
import { parsePayments } from './payments.server.ts';
import { requirement } from './plain-messages.ts';
import { parseSigner } from './signing.server.ts';
import { parseStorage } from './storage.server.ts';
import { parseWitnessedLogs, parseWitnesses } from './witnesses.server.ts';

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/;

/** Whether a URL's host name (`URL.hostname`) always means this machine. */
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname);

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const idleMinutes = z.coerce.number().int().min(1).max(525_600);

/** A number of minutes, hours or days, such as `6h`. */
const interval = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, 'must be a number of minutes, hours or days, such as 30m, 6h or 1d')
  .transform(
    (text) =>
      Number.parseInt(text, 10) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[text.at(-1) as 'm' | 'h' | 'd'],
  );

const variables = z.object({
  // Production is the default, because development opens the mailbox and has a known secret.
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).optional(),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  WORKER_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(86_400).default(30),
  // The primary sets this to number its workers (serve-with-workers.server.ts).
  WEB_WORKER: z.coerce.number().int().min(0).default(0),
  APP_URL: httpUrl.optional(),
  DATABASE_FILE: z.string().min(1).default('db/certrace.sqlite'),
  KEYS_DIR: z.string().min(1).optional(),
  UPLOADS_DIR: z.string().min(1).default('uploads'),
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: httpUrl.optional(),
  S3_PUBLIC_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'must be the name of a region')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PATH_STYLE: flag.default(true),
  S3_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(60).default(5),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  // At least three, so that each lane of the outbox can send while all later lanes are at their limit.
  MAIL_CONNECTIONS: z.coerce.number().int().min(3).max(100).default(10),
  MAIL_PER_SECOND: z.coerce.number().int().min(0).max(10_000).default(0),
  MAIL_FROM: z.string().min(3).default('Certrace <no-reply@localhost>'),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z.string().optional(),
  DKIM_PRIVATE_KEY_FILE: z.string().optional(),
  LOG_WITNESSES: z.string().max(20_000).optional(),
  WITNESS_LOGS: z.string().max(20_000).optional(),
  SIGNING_P12: z.string().optional(),
  SIGNING_P12_PASSPHRASE: z.string().optional(),
  BACKUP_EVERY: interval.optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(7),
  BACKUP_DIR: z.string().min(1).optional(),
  DISK_ALERT_PERCENT: z.coerce.number().int().min(0).max(99).default(10),
  OPERATOR_EMAIL: z.email('must be an email address').optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w\-.~+/]{16,}=*$/, 'must have at least 16 letters, digits, or characters of -._~+/')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default('certrace'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_AUTHORIZATION_URL: httpUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: httpUrl.default('https://oauth2.googleapis.com/token'),
  GOOGLE_USERINFO_URL: httpUrl.default('https://openidconnect.googleapis.com/v1/userinfo'),
  ISSUER_APPROVAL: z.enum(['required', 'auto']).default('required'),
  ISSUE_QUOTA_PER_DAY: z.coerce.number().int().min(1).max(10_000_000).default(20_000),
  PAYMENT_GATEWAY: z.string().default('sandbox'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  VERIFICATION_FEE_CENTS: z.coerce
    .number()
    .int()
    .min(LOWEST_CHARGE_CENTS)
    .max(HIGHEST_CHARGE_CENTS)
    .default(420_000),
  CERTIFICATE_CACHE_MB: z.coerce.number().int().min(1).max(1_000_000).default(512),
  STORAGE_QUOTA_MB: z.coerce.number().int().min(0).max(100_000_000).default(20_480),
  STORAGE_RESERVE_MB: z.coerce.number().int().min(0).max(1_000_000).default(512),
  SESSION_IDLE_MINUTES: idleMinutes.default(30 * 24 * 60),
  SESSION_IDLE_ISSUER_MINUTES: idleMinutes.default(12 * 60),
  SESSION_IDLE_SUPERADMIN_MINUTES: idleMinutes.default(30),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  REQUEST_LIMIT: z.coerce.number().int().min(10).max(1_000_000).default(1_000),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(5_000),
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(100_000).default(500),
  ALLOW_INSECURE_HTTP: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The configuration is invalid. The message is one line that names the variable. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
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
  if (appUrl.pathname !== '/' || appUrl.search || appUrl.hash || appUrl.username) {
    throw new ConfigurationError('APP_URL: must be an origin, without path, query or user');
  }
  if (appUrl.protocol === 'http:' && !isLoopback(appUrl.hostname) && !values.ALLOW_INSECURE_HTTP) {
    throw new ConfigurationError(
      'APP_URL: browsers drop the cookies of plain http on a name that is not loopback; use https, or set ALLOW_INSECURE_HTTP=1',
    );
  }
  const production = values.NODE_ENV === 'production';
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
  return Object.freeze({
    ...values,
    /** Outside production the mailbox is open, so by default other machines cannot reach the server. */
    HOST: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    /** Folder of the master key and of the log's copy outside the database. */
    KEYS_DIR: values.KEYS_DIR ?? join(dirname(values.DATABASE_FILE), 'keys'),
    /** Folder of the scheduled backups. */
    BACKUP_DIR: values.BACKUP_DIR ?? join(dirname(values.DATABASE_FILE), 'backups'),
    /** The bucket for uploads and drawn files. Null if they are in UPLOADS_DIR. */
    s3: parseStorage(values, appUrl.protocol, (line) => new ConfigurationError(line)),
    /** Null without scheduled backups. */
    backupEveryMs: values.BACKUP_EVERY ?? null,
    /** Public origin without a trailing slash, such as `http://localhost:3000`. */
    APP_URL: appUrl.origin,
    /** `http:` or `https:`. */
    appProtocol: appUrl.protocol,
    /** Host of APP_URL, with the port unless it is the default of its protocol: `localhost:3000`. */
    appHost: appUrl.host,
    SESSION_SECRET: values.SESSION_SECRET ?? 'development-only secret, not for production use',
    /** Key that signs messages. Null without DKIM_*. */
    dkim: parseDkim(values, (line) => new ConfigurationError(line)),
    witnesses: parseWitnesses(values, (line) => new ConfigurationError(line)),
    witnessedLogs: parseWitnessedLogs(values, (line) => new ConfigurationError(line)),
    ...parsePayments(
      values,
      { isPublic: !isLoopback(appUrl.hostname), isSecure: appUrl.protocol === 'https:' },
      (line) => new ConfigurationError(line),
    ),
    /** Key that signs PDFs. Null without SIGNING_P12. */
    pdfSigner: parseSigner(values, (line) => new ConfigurationError(line)),
    production,
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
