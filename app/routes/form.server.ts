import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, type HeadersArgs } from 'react-router';
import type { z } from 'zod';
import { FORM_BYTES } from '#app/server/body-limit.server.ts';
import { answering, asResponse, expectedFailure, headersOf, statusOf } from '#app/server/failure.server.ts';
import { readBody } from '#app/server/read-body.server.ts';
import { TOO_LARGE } from '#app/server/refusal.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Names of fields are flat; `a[99999999]` and `a.b` would be paths, whose arrays cost as much as they claim to be long. */
const FIELD_NAME = /^[a-z][\w-]{0,63}$/i;
const MAX_FIELDS = 200;
const UNREADABLE = 'The form could not be read. Please try again.';

/** At most how many fields a body has, by their separators. Fields cost more to parse than bytes, so they are counted first. */
function countFields(bytes: Uint8Array, type: string): number {
  const separator = /^multipart/i.test(type) ? '\r\n--' : '&';
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + 1)) count += 1;
  return count;
}

async function parseForm(request: Request, type: string): Promise<FormData> {
  const bytes = await readBody(request, FORM_BYTES);
  if (bytes === null) throw new AppError('too-large', TOO_LARGE);
  if (countFields(bytes, type) > MAX_FIELDS) throw new AppError('invalid', UNREADABLE);
  try {
    return await new Response(bytes as BodyInit, { headers: { 'Content-Type': type } }).formData();
  } catch (cause) {
    throw new AppError('invalid', UNREADABLE, { cause });
  }
}

/**
 * The fields of a posted form.
 * @throws Response, which the error page is made from: 415 for another content type, 400 for a body that does not parse
 *   or has no fields of a form of ours, 413 for one that is too large, also where an upload would be allowed to be
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!FORM_TYPES.test(type)) {
    throw asResponse(new AppError('unsupported-media', 'The form must be sent as a form.'));
  }
  const form = await answering(() => parseForm(request, type));
  const names = [...form.keys()];
  if (!names.every((name) => FIELD_NAME.test(name))) {
    throw asResponse(new AppError('invalid', UNREADABLE));
  }
  return form;
}

export type Toast = {
  kind: 'success' | 'error' | 'info';
  message: string;
  /** Top centre unless said. */
  position?: 'top-center' | 'bottom-right';
};

/** What an action answers when it did not do what was asked: the values that were entered, and what is wrong with them. */
export type FormFailure = {
  ok: false;
  lastResult: SubmissionResult<string[]>;
  toast: Toast;
  message: string;
};

type Recipe<Schema extends z.ZodType, Result> = {
  form: FormData;
  schema: Schema;
  /** The message when a required field is missing, where the specification has one. */
  missingMessage?: string;
  /** Fields that are never sent back: passwords and card data. */
  secretFields?: string[];
  /** What an unexpected error says, where the specification has a text for it; it is logged all the same. */
  unexpectedMessage?: string;
  toastPosition?: Toast['position'];
  perform: (value: z.output<Schema>) => Promise<Result> | Result;
};

const isBlank = (form: FormData, name: string) => {
  const value = form.get(name);
  return value === null || (typeof value === 'string' && value.trim() === '');
};

/**
 * The one recipe of every form: parse, perform the verb, or answer with the entered values and what is wrong, with the
 * status that the API would give. An unexpected error goes on to the error page.
 */
export async function submitForm<Schema extends z.ZodType, Result>({
  form,
  schema,
  missingMessage,
  secretFields = [],
  unexpectedMessage,
  toastPosition,
  perform,
}: Recipe<Schema, Result>): Promise<
  { ok: true; result: Result } | { ok: false; failure: ReturnType<typeof data<FormFailure>> }
> {
  const submission = parseWithZod(form, { schema });
  const fail = (
    error: AppError,
    lastResult: SubmissionResult<string[]>,
    status: number = statusOf(error),
  ) => {
    const initialValue = { ...lastResult.initialValue };
    for (const name of secretFields) delete initialValue[name];
    return {
      ok: false as const,
      failure: data<FormFailure>(
        {
          ok: false,
          lastResult: { ...lastResult, initialValue },
          toast: { kind: 'error', message: error.message, ...(toastPosition && { position: toastPosition }) },
          message: error.message,
        },
        { status, headers: headersOf(error) },
      ),
    };
  };
  if (submission.status !== 'success') {
    const lastResult = submission.reply();
    const errors = Object.entries(lastResult.error ?? {});
    const missing = errors.some(([name]) => name !== '' && isBlank(form, name));
    const first = errors[0]?.[1]?.[0] ?? 'Please check what you entered.';
    return fail(new AppError('invalid', missing && missingMessage ? missingMessage : first), lastResult);
  }
  try {
    return { ok: true, result: await perform(submission.value) };
  } catch (error) {
    const expected = expectedFailure(error);
    if (!expected) {
      if (unexpectedMessage === undefined || error instanceof Response) throw error;
      log.error({ err: error }, 'unexpected error behind a form');
      const told = new AppError('invalid', unexpectedMessage);
      return fail(told, submission.reply({ formErrors: [unexpectedMessage] }), 500);
    }
    const fieldErrors = expected.fields ?? {};
    return fail(expected, submission.reply({ formErrors: [expected.message], fieldErrors }));
  }
}

/**
 * The `headers` export of a page with a form: what its action and loader said (Retry-After) reaches the document too. Cookies
 * do so by themselves.
 */
export function forwardHeaders({ parentHeaders, loaderHeaders, actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const source of [loaderHeaders, actionHeaders]) {
    for (const [name, value] of source) if (name !== 'set-cookie') headers.set(name, value);
  }
  return headers;
}
