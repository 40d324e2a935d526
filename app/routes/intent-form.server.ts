import { data } from 'react-router';
import type { z } from 'zod';
import { submitForm, type Toast } from './form.server.ts';

type Handler<Schema extends z.ZodType> = {
  schema: Schema;
  secretFields?: string[];
  perform: (value: z.output<Schema>) => Promise<{ message: string }> | { message: string };
};

/** One form of a page that has several; TypeScript forgets its schema here, so that forms fit into one table. */
export const intentForm = <Schema extends z.ZodType>(handler: Handler<Schema>): Handler<z.ZodType> =>
  handler as unknown as Handler<z.ZodType>;

/**
 * The action of a page with several forms: the button's `intent` says which one was sent. The answer carries it, so that
 * each form shows only what is its own.
 */
export async function submitIntent<Intent extends string>(
  form: FormData,
  forms: Record<Intent, Handler<z.ZodType>>,
) {
  const intent = String(form.get('intent')) as Intent;
  if (!Object.hasOwn(forms, intent)) throw data({ message: 'There is no such form.' }, { status: 400 });
  const submitted = await submitForm({ form, ...forms[intent] });
  if (submitted.ok) {
    const toast: Toast = { kind: 'success', message: submitted.result.message };
    return { ok: true as const, intent, toast, result: submitted.result };
  }
  const { data: failure, init } = submitted.failure;
  return data({ ...failure, intent, result: null }, init ?? {});
}
