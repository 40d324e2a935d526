import { z } from 'zod';
import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { mailQueue, retryMail, retryMailSchema } from '#app/operations/mail-queue.server.ts';
import { siteStatus } from '#app/operations/site-status.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import {
  listMessages,
  listMessagesSchema,
  markMessage,
  markMessageSchema,
  messageSchema,
  messageSent,
  sendMessage,
} from '#app/support/messages.server.ts';
import { t } from '#messages';
import { resource } from './respond.ts';
import { messageObject } from './schemas/office.ts';
import { done, listOf, NOT_ALLOWED, success, TOO_MANY, told } from './schemas/responses.ts';
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
} from './object.ts';

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

export const api = resource();

const topic = z
  .enum(['contact', 'support'], { error: () => t('api.topicMustBeContactOrSupport') })
  .default('support');

api('messages')
  .get({
    auth: 'bearer',
    admits: requireSuperAdmin,
    summary: 'Messages to support, for super admins, newest first, 50 a page',
    query: listMessagesSchema,
    since: { list: 'messages', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('messages', messageObject) },
    failures: { 403: NOT_ALLOWED },
    handle({ actor, query }) {
      const { messages, nextCursor } = listMessages(actor, query);
      return { body: { success: true, messages: messages.map(messageObject.serialize), nextCursor } };
    },
  })
  .post({
    auth: 'none',
    summary: 'Send a message to the site’s support',
    body: messageSchema.extend({ topic }),
    example: {
      name: 'Mara Osei',
      email: 'mara@osei.example',
      subject: 'A question about receipts',
      message: 'Where do I find the receipt of last month?',
    },
    responses: { 201: done(messageSent()) },
    failures: { 429: TOO_MANY },
    async handle({ actor, input }) {
      const { topic: about, ...fields } = await input();
      return { status: 201, body: { success: true, ...(await sendMessage(actor, about, fields)) } };
    },
  });

api('messages/:messageId').patch({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Mark a message to support as handled or as open, for super admins',
  body: markMessageSchema.omit({ messageId: true }),
  example: { mark: 'handled' },
  responses: { 200: told('The message was marked as handled.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  act: ({ actor, params, input }) => ({
    body: { success: true, ...markMessage(actor, { ...params, ...input }) },
  }),
});

api('mail')
  .get({
    auth: 'bearer',
    admits: requireSuperAdmin,
    summary:
      'The queues of mail, and messages whose latest attempt failed, newest first, 50 a page, for super admins',
    query: listQuerySchema,
    since: { list: 'messages', at: 'at', inOrder: false },
    responses: { 200: listOf('messages', troubledMailObject, { lanes: laneObject.array() }) },
    failures: { 403: NOT_ALLOWED },
    handle({ actor, query }) {
      const { lanes, troubled, nextCursor } = mailQueue(actor, query);
      return {
        body: {
          success: true,
          lanes: lanes.map(laneObject.serialize),
          messages: troubled.map(troubledMailObject.serialize),
          nextCursor,
        },
      };
    },
  })
  .post({
    auth: 'bearer',
    admits: requireSuperAdmin,
    summary: 'Try a message that was not delivered again at once, or all of them, for super admins',
    body: retryMailSchema,
    example: { mailId: 'all' },
    responses: { 200: told('3 messages are being sent now.') },
    failures: { 403: NOT_ALLOWED, 409: 'No such message is waiting for another attempt.' },
    act: ({ actor, input }) => ({ body: { success: true, ...retryMail(actor, input) } }),
  });

api('status').get({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'The state of the site, for super admins',
  responses: { 200: success({ status: statusObject }) },
  failures: { 403: NOT_ALLOWED },
  handle: async ({ actor }) => ({
    body: { success: true, status: statusObject.serialize(await siteStatus(actor)) },
  }),
});
