import type { ActionFunctionArgs, RouterContextProvider } from 'react-router';
import {
  type FormOwner,
  formOwnerOf,
  formOwnerToken,
  isSameOwner,
  ownerArea,
  ownerName,
  readFormOwner,
} from '#app/accounts/kept-forms.server.ts';
import { toPageError } from '#app/server/edge/error-response.server.ts';
import { AppError, forbidden } from '#app/shared/errors.server.ts';
import { loginOf, withRedirectTo } from '#app/shared/redirects.ts';
import { t } from '#messages';
import { actorContext, requestContext } from './context.server.ts';
import { readFrame } from './frame.server.ts';
import { keepText } from './kept-form.server.ts';
import { openForm, type PostedText, toEnterAgain } from './posted-form.server.ts';

/** A form that was shown for another account or organisation than the session has now. Nothing was done with it. */
export type OtherOwner = {
  /** Whose form it is, and for whom the session acts now. */
  message: string;
  /** Sentences: the text is kept, and files or passwords have to be entered again. */
  notes: string[];
  /** The label of the button that confirms the form, and the value of the field that does. */
  confirm: string;
  owner: string;
  /** The form's target. */
  action: string;
  /** The entered values. Null for a script, which has them. */
  text: Pick<PostedText, 'fields' | 'isMultipart'> | null;
};

/** A refused form that was shown for another account or organisation. Nothing was done with it, and its text is kept for that one. */
export type KeptForOther = Pick<OtherOwner, 'message' | 'notes'> & {
  /** Where to log in, if it is of another account. */
  logIn: { label: string; href: string } | null;
};

type Args = ActionFunctionArgs<Readonly<RouterContextProvider>>;
type Posted = Pick<Args, 'request' | 'url' | 'context'>;
type Load = (args: Args) => unknown;

/** The label of the button that confirms a form, by its target and intent. */
function confirmLabel(pathname: string, { fields }: PostedText, name: string): string {
  const act = `${pathname} ${fields.find(([field]) => field === 'intent')?.[1]}`;
  if (/delet|remov|eras|drop/.test(act)) return t('otherOwner.deleteAsName', { name });
  if (/issue-certificate|replacement|renewal|batch/.test(act)) return t('otherOwner.issueAsName', { name });
  if (/^\/verify|pay|purchase|checkout|buy/.test(act)) return t('otherOwner.payAsName', { name });
  if (/save|edit|settings|designs|lesson|question|coupon|upload/.test(act))
    return t('otherOwner.saveAsName', { name });
  return t('otherOwner.continueAsName', { name });
}

/** Whether a browser submits the form without JavaScript. With JavaScript, the page keeps its input. */
const isDocumentPost = ({ headers }: Request) => (headers.get('Accept') ?? '').includes('text/html');

const namesOf = (shown: FormOwner, now: FormOwner) => ({
  shown: ownerName(shown, now),
  name: ownerName(now, shown),
});

async function conflict({ request, url, context }: Args, shown: FormOwner, now: FormOwner, text: PostedText) {
  const isDocument = isDocumentPost(request);
  const names = namesOf(shown, now);
  const { name } = names;
  const { fields, isMultipart } = text;
  const message = t('otherOwner.thisPageIsOfShown', names);
  const otherOwner: OtherOwner = {
    message,
    notes: [t('otherOwner.whatYouEnteredIsKept'), ...(isDocument ? toEnterAgain(text) : [])],
    confirm: confirmLabel(url.pathname, text, name),
    owner: formOwnerToken(now),
    action: url.pathname + url.search,
    text: isDocument ? { fields, isMultipart } : null,
  };
  // For the error page and for scripts. No loader has run, so it includes the data for the page's frame.
  const body = { ok: false, message, errors: {}, otherOwner, frame: readFrame(request, context) };
  return Response.json(body, { status: 409, headers: { 'Cache-Control': 'no-store' } });
}

export const isUnsafe = ({ method }: Request) => !/^(GET|HEAD)$/.test(method);

/**
 * The error of a form that was shown for another account or organisation, on a page that the present one may not open. The text is kept
 * for the former, unless a script has it.
 */
async function keptForOther(
  posted: Posted,
  error: AppError,
  { shown, now, text }: { shown: FormOwner; now: FormOwner; text: PostedText | null },
): Promise<unknown> {
  const names = namesOf(shown, now);
  const message = t('otherOwner.thisPageIsOfShown', names);
  const isOfOther = shown.userId !== now.userId;
  const target = text && (await keepText(posted, shown, text, isOfOther));
  let kept: KeptForOther | null = null;
  if (text && target) {
    const href = withRedirectTo(loginOf(ownerArea(shown)), target);
    const logIn = { label: t('otherOwner.logInAsShown', names), href };
    const notes = [t('otherOwner.isKeptForShown', names), ...toEnterAgain(text)];
    kept = { message, notes, logIn: isOfOther ? logIn : null };
  }
  // No loader has run, so the error includes the data for the error page's frame.
  const frame = readFrame(posted.request, posted.context);
  return toPageError(error, { ok: false, message, errors: {}, kept, frame });
}

/** The error for an account that may not open a page. The text of a form is not lost. */
export async function refusedArea(posted: Posted): Promise<unknown> {
  const { request, url, context } = posted;
  const now = isUnsafe(request) ? formOwnerOf(context.get(actorContext)) : null;
  const form = now && (await openForm(request, url.pathname, context.get(requestContext)));
  const shown = form && readFormOwner(form.owner);
  if (!shown || isSameOwner(shown, now))
    return toPageError(forbidden(), { frame: readFrame(request, context) });
  const text = isDocumentPost(request) ? await form.text() : null;
  return keptForOther(posted, forbidden(), { shown, now, text });
}

/**
 * Lets a form act only for whom it was shown. If the session has another account or organisation by now,
 * throws a response with status 409 that asks, or the page's response to the new one, such as 404, with the text kept. Forms that
 * name nobody were shown to a visitor, or were not made by this site's pages
 * (docs/decisions/0044-forms-name-their-account.md).
 */
export async function requireShownOwner(args: Args, load: Load | undefined): Promise<Args> {
  const { request, url, context } = args;
  const actor = context.get(actorContext);
  const now = formOwnerOf(actor);
  const form = now && (await openForm(request, url.pathname, context.get(requestContext)));
  if (actor.kind !== 'user' || !now || !form) return args;
  const shown = readFormOwner(form.owner);
  if (shown === null || isSameOwner(shown, now)) return { ...args, request: form.request };
  const text = await form.text();
  const { headers, signal } = request;
  try {
    await load?.({ ...args, request: new Request(request.url, { headers, signal }) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const entered = isDocumentPost(request) ? text : null;
    throw await keptForOther(args, error, { shown, now, text: entered });
  }
  throw await conflict(args, shown, now, text);
}
