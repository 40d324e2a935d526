import { z } from 'zod';
import { type Actor, issuersWho } from '#app/accounts/actor.server.ts';
import { requireScope } from '#app/accounts/api-tokens/api-token.server.ts';
import type { Scope } from '#app/accounts/api-tokens/scopes.ts';
import { rowsQuerySchema } from '#app/batches/batch.schema.ts';
import { batchRowsPage, findBatch } from '#app/batches/batch.server.ts';
import { confirmedIssueSchema } from '#app/certificates/certificate.schema.ts';
import { issuedTexts, planCertificate } from '#app/certificates/issue-certificate.server.ts';
import { issueOrSchedule, scheduledTexts } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { isScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { batchWithRowsObject } from '#app/routes/api/v1/schemas/batches.ts';
import {
  certificateObject,
  certificateStatus,
  contentSchemas,
  ownFieldsMember,
} from '#app/routes/api/v1/schemas/certificates.ts';
import { authenticationFields, foundCertificateObject } from '#app/routes/api/v1/schemas/verifications.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import {
  authenticateFile,
  countFileCheck,
} from '#app/verification/authentication/authenticate-file.server.ts';
import { consentPending } from '#app/verification/consent/consent.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { certificateFound } from '#app/verification/texts.ts';
import { lookUpWithPurposeSchema } from '#app/verification/verification.schema.ts';

type Result = Record<string, unknown>;

type Definition<Input extends z.ZodType> = {
  name: string;
  title: string;
  description: string;
  /** The scope that a token needs. Without it, every token may call the tool. */
  scope?: Scope;
  /** Rejects actors who may not call it, before their input is parsed. @throws AppError */
  admits?: (actor: Actor) => void;
  input: Input;
  output: z.ZodType;
  /** Tell clients when to ask people first (ToolAnnotations of the MCP specification). */
  hints: { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean };
  perform(actor: Actor, input: z.output<Input>): Promise<Result> | Result;
};

/** A tool of the MCP server. */
export type Tool = Omit<Definition<z.ZodType>, 'perform'> & {
  /** Calls it with unchecked input. @throws AppError forbidden with the code 'scope_missing'; invalid; errors of its act */
  call(actor: Actor, input: unknown): Promise<Result>;
};

/** Defines a tool, which checks the token's scope and parses its input like an API call. */
export const tool = <Input extends z.ZodType>({ perform, ...definition }: Definition<Input>): Tool => ({
  ...definition,
  async call(actor, input) {
    if (definition.scope) requireScope(actor, definition.scope);
    definition.admits?.(actor);
    return await perform(actor, parseInput(definition.input, input));
  },
});

const message = z.string().meta({ description: 'A sentence for people' });

const lookUp = tool({
  name: 'look_up_certificate',
  title: 'Look a certificate up',
  description:
    'Looks a certificate up by the ID that is printed on it. Says who issued it, for which course, and whether it is valid. It is free; the name of the student and the files cost the verification fee, which this tool does not pay. Some holders are asked for their consent by mail first.',
  scope: 'verifications:pay',
  input: lookUpWithPurposeSchema,
  output: z.object({
    message,
    cert: foundCertificateObject.schema.optional(),
    consent: z.literal('pending').optional().meta({ description: 'The holder was asked for consent' }),
    status: certificateStatus.optional(),
  }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  async perform(actor, input) {
    const answer = await lookUpCertificate(actor, input);
    if (answer.consent === 'pending') return { message: consentPending(), ...answer };
    return { message: certificateFound(), cert: foundCertificateObject.serialize(answer.found) };
  },
});

const plannedSchema = z.strictObject({
  ...contentSchemas,
  designId: certificateObject.schema.shape.designId,
  fields: ownFieldsMember.schema,
});

const issue = tool({
  name: 'issue_certificate',
  title: 'Issue a certificate',
  description:
    'Issues a certificate to a student, who gets it by mail. It cannot be changed or deleted afterwards, only revoked or replaced, unless the organisation lets new certificates wait: then its status is scheduled. Without confirm: true nothing is issued, and the answer says what would be: show that to the person you work for before you confirm.',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  input: confirmedIssueSchema,
  output: z.object({
    message,
    issued: z.boolean(),
    wouldIssue: plannedSchema.optional().meta({ description: 'Without confirm' }),
    certificate: certificateObject.schema.optional().meta({ description: 'With confirm' }),
  }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  async perform(actor, { confirm, ...input }) {
    if (confirm) {
      const made = await issueOrSchedule(actor, input);
      const certificate = certificateObject.serialize(made);
      return isScheduled(made)
        ? { message: scheduledTexts(), issued: false, certificate }
        : { message: issuedTexts(), issued: true, certificate };
    }
    const planned = await planCertificate(actor, input);
    const { studentName, studentEmail, courseName, issueDate, expiryDate } = planned;
    const validity = expiryDate === null ? 'without expiry' : `valid until ${expiryDate}`;
    return {
      message: `Nothing was issued. With confirm: true, ${studentName} gets a certificate for ${courseName}, issued on ${issueDate} and ${validity}, and a mail to ${studentEmail}.`,
      issued: false,
      wouldIssue: { ...planned, fields: ownFieldsMember.serialize(planned.fields) },
    };
  },
});

const batchStatus = tool({
  name: 'batch_status',
  title: 'State of a batch',
  description:
    'Says how many certificates of a batch are issued and how many rows failed, and lists its rows with their certificates or errors.',
  scope: 'batches:write',
  admits: issuersWho('read'),
  input: rowsQuerySchema.extend({
    batchId: z
      .string('batchId is required.')
      .min(1, 'batchId is required.')
      .max(100, 'batchId is not valid.')
      .meta({ description: 'The ID of the batch' }),
  }),
  output: z.object({ batch: batchWithRowsObject.schema, nextCursor: z.string().nullable() }),
  hints: { readOnlyHint: true },
  perform(actor, { batchId, ...page }) {
    const batch = findBatch(actor, batchId);
    const { rows, nextCursor } = batchRowsPage(actor, batchId, page);
    return { batch: batchWithRowsObject.serialize({ ...batch, rows }), nextCursor };
  },
});

/** Larger than any file that is drawn here. The page and the API take larger ones. */
const MOST_FILE_BYTES = 4 * 1_048_576;
const NOT_BASE64 = 'file must be in base64.';
const TOO_LARGE = 'file must have at most 4 MB. Use POST /api/v1/authenticate for a larger one.';

function bytesOf(file: string, encoding: 'base64' | 'text'): Uint8Array {
  if (encoding === 'base64' && /[^\w+/=\s-]/.test(file)) throw invalid(NOT_BASE64, { file: [NOT_BASE64] });
  const bytes = Buffer.from(file, encoding === 'base64' ? 'base64' : 'utf8');
  if (bytes.length > MOST_FILE_BYTES) throw invalid(TOO_LARGE, { file: [TOO_LARGE] });
  return bytes;
}

const checkFile = tool({
  name: 'check_file',
  title: 'Check a file',
  description:
    'Checks whether a file is a genuine certificate or receipt of this site, and unaltered: its signature, issuer, log entry, revocation and dates. The file is not stored. The verdict unknown is not a yes.',
  input: z.object({
    file: z.string('file is required.').min(1, 'file is required.').meta({
      description:
        'The PDF, PNG or JSON of a certificate, the SVG of a badge, or the JSON of a receipt, of at most 4 MB',
    }),
    encoding: z
      .enum(['base64', 'text'], { error: 'encoding must be base64 or text.' })
      .default('base64')
      .meta({ description: 'How file is written; text for JSON' }),
  }),
  output: z.object(authenticationFields),
  hints: { readOnlyHint: true },
  async perform(actor, { file, encoding }) {
    await countFileCheck(actor);
    return await authenticateFile(actor, bytesOf(file, encoding));
  },
});

/** The tools of the MCP server, in the order in which it lists them. */
export const TOOLS = [lookUp, issue, batchStatus, checkFile];
