import type { ActionFunctionArgs, RouterContextProvider } from 'react-router';
import {
  type FormOwner,
  formOwnerOf,
  formOwnerToken,
  isSameOwner,
  ownerName,
  readFormOwner,
} from '#app/accounts/kept-forms.server.ts';
import { t } from '#messages';
import { actorContext, requestContext } from './context.server.ts';
import { readFrame } from './frame.server.ts';
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

type Args = ActionFunctionArgs<Readonly<RouterContextProvider>>;
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

async function conflict({ request, url, context }: Args, shown: FormOwner, now: FormOwner, text: PostedText) {
  const isDocument = (request.headers.get('Accept') ?? '').includes('text/html');
  const name = ownerName(now, shown);
  const { fields, isMultipart } = text;
  const message = t('otherOwner.thisPageIsOfShown', { shown: ownerName(shown, now), name });
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

/**
 * Lets a form act only for whom it was shown. If the session has another account or organisation by now,
 * throws a response with status 409 that asks, or the page's response to the new one, such as 404. Forms that
 * name nobody were shown to a visitor, or were not made by this site's pages
 * (docs/decisions/0044-forms-name-their-account.md).
 */
export async function requireShownOwner(args: Args, load: Load | undefined): Promise<Args> {
  const { request, url, context } = args;
  const now = formOwnerOf(context.get(actorContext));
  const form = now && (await openForm(request, url.pathname, context.get(requestContext)));
  if (!form) return args;
  const shown = readFormOwner(form.owner);
  if (shown === null || isSameOwner(shown, now)) return { ...args, request: form.request };
  const text = await form.text();
  const { headers, signal } = request;
  await load?.({ ...args, request: new Request(request.url, { headers, signal }) });
  throw await conflict(args, shown, now, text);
}
