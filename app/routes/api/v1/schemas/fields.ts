import { z } from 'zod';
import 'zod-openapi';
import { column, member } from '#app/routes/api/v1/object.ts';
import { toDollars } from '#app/shared/money.ts';

export const id = z.string().meta({ examples: ['01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'] });

/** The ID of an object. */
export const _id = column('id', id);

/** A time, in ms UTC on the server. */
export const time = (schema: z.ZodISODateTime) => member(schema, (ms: number) => new Date(ms).toISOString());

export const instant = time(
  z.iso.datetime().meta({ description: 'UTC', examples: ['2026-03-01T09:30:00.000Z'] }),
);

export const calendarDate = z.iso.date().meta({ description: 'A calendar date' });

const about = (description?: string) => description && { description };

export const text = (example: string, description?: string) =>
  z.string().meta({ examples: [example], ...about(description) });

export const optionalText = (example: string | null, description?: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example], ...about(description) });

/** Any stored address. A local part may be in UTF-8. */
export const anyEmail = z.email({ pattern: z.regexes.unicodeEmail });

export const email = (example: string) => anyEmail.meta({ examples: [example] });

export const optionalEmail = (example: string, description?: string) =>
  anyEmail.nullable().meta({ examples: [example], ...about(description) });

export const int = (example: number, description?: string) =>
  z.int().meta({ examples: [example], ...about(description) });

export const count = (example: number, description?: string) =>
  z
    .int()
    .min(0)
    .meta({ examples: [example], ...about(description) });

export const percent = (example: number, description: string) =>
  z
    .int()
    .min(0)
    .max(100)
    .meta({ examples: [example], description });

/** An amount, in minor units on the server. */
export const money = member(z.number(), toDollars);

export const dollars = (example: number) => money.meta({ description: 'Dollars', examples: [example] });

export const url = (example: string, description: string) =>
  z.url().meta({ examples: [example], description });

export const UNIQUE_ID = '7K3M-9QZX-2HVB-4TND';

export const uniqueIdSchema = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  .meta({ examples: [UNIQUE_ID] });
