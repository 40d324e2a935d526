import { z } from 'zod';
import 'zod-openapi';

/* The API's responses. They are strict: a field that is not listed here is not sent. serialize.server.ts makes them. */

export const errorSchema = z
  .strictObject({
    success: z.literal(false),
    message: z.string(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: 'What is wrong, by field' }),
  })
  .meta({ id: 'Error' });

/** `{success: true, …}` */
export const success = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({ success: z.literal(true), ...fields });

/** `{success: true, message}` with exactly this message. */
export const done = (message: string) => success({ message: z.literal(message) });

/** One page of a list. */
export const listOf = <Name extends string>(name: Name, item: z.ZodType) =>
  success({
    [name]: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({
        description:
          'The cursor of the next page; null on the last. Together with filters a page may have fewer entries than the limit',
        examples: ['czQy'],
      }),
  });

/** Of every call that is counted. */
export const TOO_MANY = 'Too many attempts. Please try again later.';

/** The 403 for other roles and for pending or suspended issuers. */
export const NOT_ALLOWED = 'You are not allowed to do this.';

/** The errors of every call that uploads a file. */
export const NO_STORAGE = 'There is no space left for uploads. Please try again later.';
export const STORAGE_DOWN = 'The file storage is not responding. Please try again in a moment.';
