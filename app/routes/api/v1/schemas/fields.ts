import { z } from 'zod';
import 'zod-openapi';

export const id = z.string().meta({ examples: ['01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'] });

export const instant = z.iso.datetime().meta({ description: 'UTC', examples: ['2026-03-01T09:30:00.000Z'] });

export const calendarDate = z.iso.date().meta({ description: 'A calendar date' });

export const text = (example: string, description?: string) =>
  z.string().meta({ examples: [example], ...(description && { description }) });

export const url = (example: string, description: string) =>
  z.url().meta({ examples: [example], description });

export const UNIQUE_ID = '7K3M-9QZX-2HVB-4TND';

export const uniqueIdSchema = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  .meta({ examples: [UNIQUE_ID] });
