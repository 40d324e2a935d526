import { z } from 'zod';
import 'zod-openapi';
import { id, instant, text, uniqueIdSchema } from './fields.ts';

/* The state of the site, for super admins. */

const lane = z.enum(['security', 'single', 'batch']);
const count = (example: number) => z.int().meta({ examples: [example] });
const since = instant.nullable().meta({ description: 'Since when the oldest message has been due' });

export const laneQueueSchema = z
  .strictObject({ lane, due: count(3), later: count(1), oldest: since })
  .meta({ id: 'MailLane' });

export const troubledMailSchema = z
  .strictObject({
    _id: id,
    lane,
    to: text('ingrid@students.example'),
    subject: text('Your certificate'),
    status: z.enum(['waiting', 'mailbox', 'sent', 'retrying', 'failed']).meta({ examples: ['retrying'] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'The mail server’s reply', examples: ['450 Mailbox busy'] }),
    at: instant.meta({ description: 'When it was sent, given up or written, or is tried again' }),
    attempts: count(2),
    uniqueId: uniqueIdSchema.nullable().meta({ description: 'The certificate that it is about' }),
  })
  .meta({ id: 'TroubledMail' });

export const statusSchema = z
  .strictObject({
    alerts: z.array(
      z.strictObject({
        topic: text('disk'),
        title: text('A disk is nearly full'),
        message: text('2 % are free'),
        raisedAt: instant,
      }),
    ),
    mail: z.strictObject({
      delivery: z.enum(['smtp', 'mailbox', 'off']),
      lanes: z.array(
        z.strictObject({
          lane,
          waiting: count(3),
          retrying: count(1),
          sent: count(200),
          failed: count(0),
          oldest: since,
        }),
      ),
    }),
    batches: z.strictObject({
      states: z
        .record(z.string(), z.int())
        .meta({ description: 'Batches by state', examples: [{ done: 3 }] }),
      rowsWaiting: count(0),
    }),
    refundsWaiting: count(0),
    backups: z.strictObject({
      everySeconds: z
        .number()
        .nullable()
        .meta({ examples: [86_400] }),
      lastAt: instant.nullable(),
    }),
    disks: z.array(
      z.strictObject({
        folder: z.enum(['database', 'uploads', 'keys', 'backups']),
        freeBytes: z.number().meta({ examples: [1_000_000_000] }),
        bytes: z.number().meta({ examples: [2_000_000_000] }),
      }),
    ),
    database: z.strictObject({
      bytes: z.number().meta({ examples: [1_048_576] }),
      walBytes: z.number().meta({ examples: [4_096] }),
    }),
    log: z
      .strictObject({
        origin: text('certrace.example/log'),
        size: count(1_000),
        checkpointAt: instant.nullable(),
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Why issuing is stopped', examples: [null] }),
        witnesses: z.array(
          z.strictObject({
            name: text('witness.example'),
            size: count(1_000).meta({ description: 'Entries that it has cosigned' }),
          }),
        ),
      })
      .nullable()
      .meta({ description: 'Null before the first entry' }),
    superAdminsWithout: count(0).meta({ description: 'Super admins without a second factor' }),
    versions: z.strictObject({ program: text('0.3.0'), schema: text('0008'), node: text('24.21.0') }),
    startedAt: instant,
  })
  .meta({ id: 'SiteStatus' });
