import { z } from 'zod';
import 'zod-openapi';
import { schemaOf, type Value } from '#app/routes/api/v1/object.ts';
import { ERROR_CODES, type ErrorName } from '#app/shared/error-codes.ts';

/* The API's responses, whose objects are declared in this folder. The schemas are strict: fields that are not listed are never sent. */

const codes = Object.keys(ERROR_CODES) as [ErrorName, ...ErrorName[]];

/** For programs. */
export const errorCode = z.enum(codes).meta({
  description: 'A stable name of the error, for programs; /api/docs#errors explains each',
  examples: ['invalid'],
});

export const errorSchema = z
  .strictObject({
    success: z.literal(false),
    message: z.string(),
    code: errorCode,
    scope: z.string().nullish().meta({
      description: 'With the code scope_missing: the scope that the call needs, null if it needs a login',
    }),
    errors: z.record(z.string(), z.array(z.string())).optional().meta({ description: 'Messages by field' }),
  })
  .meta({ id: 'Error' });

/** An error in the form of RFC 9457, with the other fields of the plain form as its extensions. */
export const problemSchema = z
  .looseObject({
    type: z.url().meta({ examples: ['https://certrace.example/api/docs#error-invalid'] }),
    title: z.string().meta({ description: 'What the code means' }),
    status: z.int().meta({ examples: [400] }),
    detail: z.string().meta({ description: 'The message' }),
    code: errorCode,
    errors: z.record(z.string(), z.array(z.string())).optional().meta({ description: 'Messages by field' }),
  })
  .meta({ id: 'Problem' });

/** `{success: true, …}` */
export const success = (fields: Record<string, Value>) =>
  z.strictObject({
    success: z.literal(true),
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
  });

/** `{success: true, message}` with exactly this message. */
export const done = (message: string) => success({ message: z.literal(message) });

/** `{success: true, message}` with a message that depends on the case. */
export const told = (example: string) =>
  success({ message: z.string().meta({ examples: [example], description: 'A sentence for people' }) });

/** One page of a list. @param more further members of the answer */
export const listOf = (name: string, item: Value, more: Record<string, Value> = {}) =>
  success({
    ...more,
    [name]: schemaOf(item).array(),
    nextCursor: z
      .string()
      .nullable()
      .meta({
        description:
          'The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit',
        examples: ['czQy'],
      }),
  });

/** For all rate-limited calls. */
export const TOO_MANY = 'Too many attempts. Please try again later.';

/** The 403 for other roles and for pending or suspended issuers. */
export const NOT_ALLOWED = 'You are not allowed to do this.';

/** The 403 for a named API token at a call that manages the account. */
export const NEEDS_LOGIN = 'This needs a login.';

/** For all calls that upload a file. */
export const NO_STORAGE = 'There is no space left for uploads. Please try again later.';
export const STORAGE_DOWN = 'The file storage is not responding. Please try again in a moment.';
