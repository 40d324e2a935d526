import { z } from 'zod';
import { email, line, multiline } from '#app/shared/fields.ts';

export const messageSchema = z.object({
  name: line('Full name'),
  email: email(),
  subject: line('Subject'),
  message: multiline('Message'),
});

export const listMessagesSchema = z.object({
  cursor: z.string().max(100, 'cursor is not valid.').optional(),
  q: z.string().max(200, 'The search must have at most 200 characters.').default(''),
  show: z.enum(['open', 'handled', 'all']).catch('open').default('open'),
});

export const markMessageSchema = z.object({
  messageId: z.string().max(64),
  mark: z.enum(['handled', 'open'], { error: 'There is no such mark.' }),
});
