import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { configureCoercion } from '@conform-to/zod/v4/future';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { expectedError, toFormError } from '#app/server/edge/error-response.server.ts';
import { routeAt } from '#app/server/edge/route-needs.server.ts';
import { actorContext, type Flash, flashCookie, requestContext } from '#app/server/session/context.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import type { FormError, Toast } from '#app/shared/form-error.ts';
import { hashToken, newToken } from '#app/shared/ids.server.ts';
import { onlyMeaning } from '#app/shared/lists/written-dates.ts';
import { plainMessage } from '#app/shared/plain-messages.ts';
import { type LazyText, textNow } from '#app/shared/reader-texts.ts';
import { t } from '#messages';
import { errorText } from './error-texts.ts';
import { type FormLimits, type ReadForm, readForm, unreadableForm } from './read-form.server.ts';

export type ActionArgs = {
  request: Request;
  url: URL;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
};

/** Arguments for a form's `perform` and `outcome` in addition to the parsed input. */
export type Submission = ActionArgs & ReadForm & { actor: Actor; intent: string | null };

type FormRecipe<Schema extends z.ZodType, Result, Outcome, Details extends object> = {
  /** The schema, or a function if it depends on the time. */
  schema: Schema | (() => Schema);
  /** Replaces the message for a missing required field. */
  missingMessage?: LazyText;
  /** Fields that are never sent back: passwords and card data. */
  secretFields?: readonly string[];
  /** Calls the domain function. */
  perform: (input: z.output<Schema>, submission: Submission) => Promise<Result> | Result;
  /** Makes the action's result: data for the page, or a redirect. */
  outcome: (result: Result, submission: Submission) => Outcome;
  /** Data about an error for the page, in addition to the message. */
  details?: (error: AppError | null, form: FormData) => Details;
};

type Answer<Outcome, Details> = Outcome | ReturnType<typeof data<FormError & Details>>;

type FormHandler<Outcome, Details> = (submission: Submission) => Promise<Answer<Outcome, Details>>;

const isBlank = (form: FormData, name: string) => {
  const value = form.get(name);
  return value === null || (typeof value === 'string' && value.trim() === '');
};

/** Reads the date of a form as people write it. One with two meanings stays as it is, and its schema shows both. */
const readFormDate = (entered: unknown) =>
  typeof entered === 'string' ? (onlyMeaning(entered) ?? entered.trim()) || undefined : entered;

const { coerceFormValue } = configureCoercion({
  customize: (type) => (z.globalRegistry.get(type)?.format === 'date' ? readFormDate : null),
});

/**
 * Handles a form: parses it, calls the domain function and makes the outcome. An error returns the entered values, the messages and the
 * API's status.
 */
export const form =
  <Schema extends z.ZodType, Result, Outcome, Details extends object = object>(
    recipe: FormRecipe<Schema, Result, Outcome, Details>,
  ): FormHandler<Outcome, Details> =>
  async (submission) => {
    const { form: fields, url, intent, context } = submission;
    const { schema, missingMessage, secretFields = [] } = recipe;
    const text = errorText(routeAt(url.pathname)?.needs ?? {}, intent);
    const parsed = parseWithZod(fields, {
      schema: coerceFormValue(typeof schema === 'function' ? schema() : schema),
      disableAutoCoercion: true,
      error: plainMessage,
    });
    const fail = (error: AppError | null, message: string, lastResult: SubmissionResult<string[]>) => {
      const initialValue = { ...lastResult.initialValue };
      for (const name of secretFields) delete initialValue[name];
      const details = recipe.details?.(error, fields);
      return toFormError(
        error,
        { text, intent, message, lastResult: { ...lastResult, initialValue } },
        details,
      );
    };
    if (parsed.status !== 'success') {
      const lastResult = parsed.reply();
      lastResult.error = { ...lastResult.error, ...submission.refused?.fields };
      const errors = Object.entries(lastResult.error);
      const missing = errors.some(([name]) => name !== '' && isBlank(fields, name));
      const first = errors[0]?.[1]?.[0] ?? t('form.pleaseCheckYourInput');
      const error = new AppError('invalid', missing && missingMessage ? textNow(missingMessage) : first);
      return fail(error, error.message, lastResult);
    }
    let result: Result;
    try {
      if (submission.refused) throw submission.refused;
      result = await recipe.perform(parsed.value, submission);
    } catch (thrown) {
      if (thrown instanceof Response) throw thrown;
      const error = expectedError(thrown);
      if (!error) context.get(requestContext).log.error({ err: thrown }, 'unexpected error behind a form');
      const message = error?.message ?? text.failed;
      return fail(error, message, parsed.reply({ formErrors: [message], fieldErrors: error?.fields ?? {} }));
    }
    return recipe.outcome(result, submission);
  };

/** How a form is read: within limits, or by a reader that takes files. */
type Reading = FormLimits | ((args: ActionArgs) => Promise<ReadForm>);

const submissionOf = async (args: ActionArgs, reading: Reading | undefined): Promise<Submission> => ({
  ...args,
  actor: args.context.get(actorContext),
  intent: null,
  ...(typeof reading === 'function' ? await reading(args) : { form: await readForm(args.request, reading) }),
});

/** The action of a page with one form. */
export const formAction =
  <Outcome, Details>(handle: FormHandler<Outcome, Details>, reading?: Reading) =>
  async (args: ActionArgs) =>
    handle(await submissionOf(args, reading));

const namedIntent = (fields: FormData) => String(fields.get('intent'));

/**
 * The action of a page with several forms.
 * @param intentOf returns the intent of the submitted form, by default the field `intent`
 */
export function intentAction<Handlers extends Record<string, (submission: Submission) => Promise<unknown>>>(
  handlers: Handlers,
  reading?: Reading,
  intentOf: (fields: FormData) => string = namedIntent,
) {
  const action = async (args: ActionArgs) => {
    const submission = await submissionOf(args, reading);
    const intent = intentOf(submission.form);
    const handle = Object.hasOwn(handlers, intent) ? handlers[intent] : undefined;
    if (!handle) throw invalid(unreadableForm());
    return (await handle({ ...submission, intent })) as Awaited<ReturnType<Handlers[keyof Handlers]>>;
  };
  // For tests/requests/page-actions.test.ts, which looks for the API call of each form.
  return Object.assign(action, { intents: Object.keys(handlers) });
}

/** An outcome that stays on the page and shows the domain function's message as a toast. */
export const stay = ({ message }: { message: string }, { intent }: { intent: string | null }) => {
  const toast: Toast = { kind: 'success', message };
  return { ok: true as const, intent, toast };
};

/**
 * The idempotency key of a form, from its hidden field `formKey`: the form acts once when it is sent twice, by a double click or a
 * reload. A form without a key, or with an empty one, acts each time.
 * @param input part of the idempotency key, because other input from the same form is another request
 */
export function idempotencyKeyOf(fields: FormData, input: unknown) {
  const formKey = String(fields.get('formKey') || newToken());
  return hashToken(formKey + JSON.stringify(input));
}

type DelayedRedirect<Found> = {
  /** URL of the page that shows the result. */
  url: URL;
  to: string;
  delayMs: number;
  toast: Pick<Flash, 'kind' | 'message' | 'position'>;
  /** The message on the next page, if that has another language. */
  nextMessage?: string;
  mailedTo?: string;
  /** Further Set-Cookie headers. */
  cookies?: string[];
  /** Data for the page in addition to the toast. */
  found?: Found;
};

/**
 * The successful result of a form: the page shows a toast and redirects after `delayMs`. The flash cookie shows the toast again
 * on the next page for its full duration.
 */
export function delayedRedirect<Found = undefined>(redirect: DelayedRedirect<Found>) {
  const { url, to, delayMs, toast, nextMessage = toast.message, mailedTo, cookies = [], found } = redirect;
  const flash = flashCookie({
    ...toast,
    message: nextMessage,
    ...(mailedTo && { mailedTo }),
    from: url.pathname,
  });
  return data(
    { ok: true as const, toast, redirectTo: to, delayMs, found },
    { headers: [...cookies, flash].map((cookie): [string, string] => ['Set-Cookie', cookie]) },
  );
}

/**
 * Redirects now. The next page shows the toast, if there is one. Its data is loaded anew: by itself, the router loads none for a URL that
 * differs only in its fragment.
 */
export const redirectWithToast = (
  to: string,
  message?: string,
  look: Partial<Pick<Flash, 'kind' | 'position'>> = {},
) =>
  redirect(to, {
    headers: message
      ? { 'Set-Cookie': flashCookie({ kind: 'success', message, ...look }) }
      : { 'X-Remix-Revalidate': 'yes' },
  });
