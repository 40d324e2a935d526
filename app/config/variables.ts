import { z } from 'zod';
import { HIGHEST_CHARGE_CENTS, LOWEST_CHARGE_CENTS } from './charge-limits.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const idleMinutes = z.coerce.number().int().min(1).max(525_600);

/** How long data is kept, in days. */
const days = z.coerce.number().int().min(1).max(36_500);

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A number of minutes, hours or days, such as `6h`. */
const interval = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, 'must be a number of minutes, hours or days, such as 30m, 6h or 1d')
  .transform((text) => Number.parseInt(text, 10) * (UNIT_MS[text.slice(-1)] ?? 0));

/** Addresses for reports of vulnerabilities, as the URIs of security.txt (RFC 9116 section 2.5.3). */
const securityContacts = z.string().transform((text, context) =>
  text.split(',').map((entry) => {
    const contact = entry.trim().replace(/^mailto:/i, '');
    if (z.email().safeParse(contact).success) return `mailto:${contact}`;
    if (z.url({ protocol: /^https$/ }).safeParse(contact).success) return contact;
    context.addIssue({
      code: 'custom',
      message: 'must be email addresses, mailto: or https URLs, separated by commas',
    });
    return z.NEVER;
  }),
);

/** Origins of other sites, such as https://campus.example, separated by commas. */
const origins = z.string().transform((text, context) =>
  text.split(',').map((entry) => {
    const origin = entry.trim();
    const url = URL.parse(origin);
    if (url && /^https?:$/.test(url.protocol) && url.origin === origin) return origin;
    context.addIssue({
      code: 'custom',
      message: 'must be origins such as https://campus.example, separated by commas',
    });
    return z.NEVER;
  }),
);

/** Every variable that the server reads. */
export const variables = z.object({
  // Production is the default, because development opens the mailbox and has a known secret.
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).optional(),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  WORKER_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(86_400).default(30),
  // The primary sets this to number its workers (serve-with-workers.server.ts).
  WEB_WORKER: z.coerce.number().int().min(0).default(0),
  APP_URL: httpUrl.optional(),
  // The start compares it with the files of messages/ (app/start/open-site.server.ts).
  DEFAULT_LANGUAGE: z.string().default('en'),
  DATABASE_FILE: z.string().min(1).default('db/certrace.sqlite'),
  KEYS_DIR: z.string().min(1).optional(),
  UPLOADS_DIR: z.string().min(1).default('uploads'),
  FFMPEG_PATH: z.string().min(1).optional(),
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
  MAIL_FROM: z
    .string()
    .regex(
      /^\s*(?:[^<>]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)\s*$/,
      'must be an email address, or a name and an address such as Certrace <no-reply@example.org>',
    )
    .default('Certrace <no-reply@localhost>'),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z.string().optional(),
  DKIM_PRIVATE_KEY_FILE: z.string().optional(),
  LOG_WITNESSES: z.string().max(20_000).optional(),
  LOG_QUORUM: z.coerce.number().int().min(1).max(100).optional(),
  WITNESS_LOGS: z.string().max(20_000).optional(),
  SIGNING_P12: z.string().optional(),
  SIGNING_P12_PASSPHRASE: z.string().optional(),
  TSA_URL: z.string().max(20_000).optional(),
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
  SECURITY_CONTACT: securityContacts.optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_AUTHORIZATION_URL: httpUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: httpUrl.default('https://oauth2.googleapis.com/token'),
  GOOGLE_USERINFO_URL: httpUrl.default('https://openidconnect.googleapis.com/v1/userinfo'),
  ISSUER_APPROVAL: z.enum(['required', 'auto']).default('required'),
  REQUIRE_2FA: z.enum(['none', 'superadmin', 'issuer', 'all']).default('none'),
  HOLDER_SHARING: z.enum(['on', 'off']).default('on'),
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
  BREACHED_PASSWORDS_FILE: z.string().min(1).optional(),
  LEGAL_DIR: z.string().min(1).optional(),
  RETENTION_MAIL_DAYS: days.default(30),
  RETENTION_UNVERIFIED_ACCOUNT_DAYS: days.default(30),
  RETENTION_BATCH_DRAFT_DAYS: days.default(30),
  RETENTION_SUPPORT_MESSAGE_DAYS: days.default(730),
  // The triggers of the table keep rows for at least 90 days.
  RETENTION_AUDIT_DAYS: days.min(90).default(1_095),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  REQUEST_LIMIT: z.coerce.number().int().min(10).max(1_000_000).default(1_000),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(5_000),
  ALLOW_INSECURE_HTTP: flag.default(false),
  ALLOW_PRIVATE_WEBHOOKS: flag.default(false),
  API_CORS_ORIGINS: origins.optional(),
  MCP: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Variables = z.output<typeof variables>;

/** The configuration is invalid. The message is one line that names the variable. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** The items of a list that is separated by commas. */
export const itemsOf = (list = '') =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const MOST_LETTERS = 2;

/** Variables of systems, shells and test runners that resemble one of the server's: HOME and HOST, TMP and MCP. */
const OF_SYSTEMS = new Set(['CI', 'HOME', 'TEST', 'TMP']);

/** How many letters must be replaced, added or removed to make one word of the other. */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The names that are no variables of the server, but at most two letters from one. */
export function misspelledVariables(names: string[]): { name: string; nearest: string }[] {
  const known = Object.keys(variables.shape);
  return names.flatMap((name) => {
    if (known.includes(name) || OF_SYSTEMS.has(name) || name.length > 60) return [];
    const [best] = known
      .filter(({ length }) => Math.abs(length - name.length) <= MOST_LETTERS)
      .map((nearest) => ({ name, nearest, letters: lettersBetween(name, nearest) }))
      .sort((a, b) => a.letters - b.letters);
    return best && best.letters <= MOST_LETTERS ? [{ name, nearest: best.nearest }] : [];
  });
}
