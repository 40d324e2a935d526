import type { Actor } from '#app/accounts/actor.server.ts';
import { expectedError, toFormError } from '#app/server/edge/error-response.server.ts';
import { routeAt } from '#app/server/edge/route-needs.server.ts';
import { actorContext, requestContext } from '#app/server/session/context.server.ts';
import type { AppError } from '#app/shared/errors.server.ts';
import type { ErrorText } from '#app/shared/form-error.ts';
import { errorText } from './error-texts.ts';
import type { ActionArgs } from './form.server.ts';
import { type UploadSource, uploadSource } from './upload-form.server.ts';

/** Arguments for the functions of an upload's recipe. */
export type UploadSubmission = ActionArgs & { actor: Actor; upload: UploadSource };

/** Whether a request has a form with files, on a page that has others. */
export const isUpload = ({ request }: Pick<ActionArgs, 'request'>) =>
  /^multipart\/form-data\b/i.test(request.headers.get('Content-Type') ?? '');

type Fields = Record<string, string>;

/** A form that was read: its text fields, and the error of a rejected file. */
type ReadForm = { fields: Fields; error?: AppError | null };

type UploadRecipe<Form extends ReadForm, Result, Outcome, Details extends object> = {
  /** Identifies the form on a page with several. */
  intent?: string;
  /** Messages for errors, by default those of the route. */
  text?: () => ErrorText;
  /** Reads the form. Checks permissions first, so that a forbidden upload is not read. */
  read: (submission: UploadSubmission) => Promise<Form>;
  /** Calls the domain function. */
  perform: (form: Form, submission: UploadSubmission) => Promise<Result> | Result;
  /** Makes the action's result: data for the page, or a redirect. */
  outcome: (result: Result, submission: UploadSubmission) => Outcome;
  /** The values that the form shows after an error, by default the entered ones. */
  shownFields?: (fields: Fields, error: AppError | null) => Fields;
  /** Data about an error for the page, in addition to the message. */
  details?: (error: AppError | null, fields: Fields, submission: UploadSubmission) => Details;
};

/**
 * The action of a form with a file. An error returns the entered values except the file, which cannot be sent back, the messages
 * and the API's status.
 */
export const uploadAction =
  <Form extends ReadForm, Result, Outcome, Details extends object = object>(
    recipe: UploadRecipe<Form, Result, Outcome, Details>,
  ) =>
  async (args: ActionArgs) => {
    const { request, url, context } = args;
    const { read, perform, outcome, shownFields = (fields) => fields } = recipe;
    const submission = { ...args, actor: context.get(actorContext), upload: uploadSource(request, context) };
    const fail = (thrown: unknown, fields: Fields) => {
      if (thrown instanceof Response) throw thrown;
      const error = expectedError(thrown);
      if (!error) context.get(requestContext).log.error({ err: thrown }, 'unexpected error behind an upload');
      const { intent } = recipe;
      const text = recipe.text?.() ?? errorText(routeAt(url.pathname)?.needs ?? {});
      const message = error?.message ?? text.failed;
      const lastResult = { initialValue: shownFields(fields, error), error: error?.fields ?? {} };
      const details = recipe.details?.(error, fields, submission);
      return toFormError(error, { text, intent, message, lastResult }, details);
    };
    let form: Form;
    try {
      form = await read(submission);
    } catch (thrown) {
      return fail(thrown, {});
    }
    if (form.error) return fail(form.error, form.fields);
    let result: Result;
    try {
      result = await perform(form, submission);
    } catch (thrown) {
      return fail(thrown, form.fields);
    }
    return outcome(result, submission);
  };
