import { z } from 'zod';
import 'zod-openapi';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import {
  _id,
  column,
  instant,
  int,
  member,
  object,
  optionalText,
  part,
  text,
  uniqueIdSchema,
} from '#app/routes/api/v1/object.ts';

/* The state of the site, for super admins. */

const lane = z.enum(['security', 'single', 'batch']);
const since = instant.nullable().meta({ description: 'Since when the oldest message has been due' });

export const laneObject = object('MailLane', { lane, due: int(3), later: int(1), oldest: since });

export const troubledMailObject = object('TroubledMail', {
  _id,
  lane,
  to: text('ingrid@students.example'),
  subject: text('Your certificate'),
  status: z.enum(['waiting', 'mailbox', 'sent', 'retrying', 'failed']).meta({ examples: ['retrying'] }),
  reason: optionalText('450 Mailbox busy', 'The mail server’s reply'),
  at: instant.meta({ description: 'When it was sent, given up or written, or is tried again' }),
  attempts: int(2),
  uniqueId: member(uniqueIdSchema, formatUniqueId)
    .nullable()
    .meta({ description: 'The certificate that it is about' }),
});

const bytes = (example: number) => z.number().meta({ examples: [example] });

export const statusObject = object('SiteStatus', {
  alerts: part({
    topic: text('disk'),
    title: text('A disk is nearly full'),
    message: text('2 % are free'),
    raisedAt: instant,
  }).array(),
  mail: part({
    delivery: z.enum(['smtp', 'mailbox', 'off']),
    lanes: part({
      lane,
      waiting: int(3),
      retrying: int(1),
      sent: int(200),
      failed: int(0),
      oldest: since,
    }).array(),
  }),
  batches: z.strictObject({
    states: z.record(z.string(), z.int()).meta({ description: 'Batches by state', examples: [{ done: 3 }] }),
    rowsWaiting: int(0),
  }),
  refundsWaiting: int(0),
  backups: part({
    everySeconds: column(
      'every',
      member(z.number(), (ms: number) => ms / 1_000)
        .nullable()
        .meta({ examples: [86_400] }),
    ),
    lastAt: instant.nullable(),
  }),
  disks: part({
    folder: z.enum(['database', 'uploads', 'keys', 'backups']),
    freeBytes: column('free', bytes(1_000_000_000)),
    bytes: column('size', bytes(2_000_000_000)),
  }).array(),
  database: z.strictObject({ bytes: bytes(1_048_576), walBytes: bytes(4_096) }),
  log: part({
    origin: text('certrace.example/log'),
    size: int(1_000),
    checkpointAt: instant.nullable(),
    problem: optionalText(null, 'Why issuing is stopped'),
    witnesses: part({
      name: text('witness.example'),
      size: int(1_000, 'Entries that it has cosigned'),
    }).array(),
  })
    .nullable()
    .meta({ description: 'Null before the first entry' }),
  superAdminsWithout: int(0, 'Super admins without a second factor'),
  versions: z.strictObject({ program: text('0.3.0'), schema: text('0008'), node: text('24.21.0') }),
  startedAt: instant,
});
