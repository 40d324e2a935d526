import { type ReactNode, useEffect, useRef } from 'react';
import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { noAnswer, notLoaded } from '#app/routes/error-texts.ts';
import { keptForOtherIn, NotLoadedError, otherOwnerIn, useFailedLoad } from '#app/routes/failed-requests.ts';
import { askForOwner, confirmOwner, useConflict } from '#app/routes/owned-form.tsx';
import type { KeptForOther, OtherOwner } from '#app/server/session/other-owner.server.ts';
import { ErrorPage } from '#app/ui/error-page.tsx';
import { Alert, Button, ButtonAnchor, PageHeader } from '#app/ui/page.tsx';
import { t } from '#messages';
import { useFrame } from './use-frame.tsx';

const title = () => t('otherOwner.forAnotherAccount');
const cancel = () => t('otherOwner.cancel');

const Question = ({
  message,
  notes,
  children,
}: Pick<OtherOwner, 'message' | 'notes'> & { children: ReactNode }) => (
  <>
    <Alert tone="warning" title={message}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Alert>
    <div className="flex flex-wrap gap-3">{children}</div>
  </>
);

/** Asks whether a form shown for another account or organisation, with its values, acts for this one. */
const OtherOwnerPage = ({ asked }: { asked: OtherOwner }) => (
  <>
    <PageHeader title={title()} />
    <form
      method="post"
      action={asked.action}
      encType={asked.text?.isMultipart ? 'multipart/form-data' : undefined}
      className="grid max-w-3xl gap-5"
    >
      <input type="hidden" name="shownFor" value={asked.owner} />
      {asked.text?.fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Question {...asked}>
        <Button type="submit">{asked.confirm}</Button>
        <ButtonAnchor href={asked.action} variant="secondary">
          {cancel()}
        </ButtonAnchor>
      </Question>
    </form>
  </>
);

/** Says for whom the text of a form is kept that the present account may not open. */
const KeptForOtherPage = ({ kept }: { kept: KeptForOther }) => (
  <>
    <PageHeader title={title()} />
    <div className="grid max-w-3xl gap-5">
      <Question {...kept}>
        {kept.logIn && <ButtonAnchor href={kept.logIn.href}>{kept.logIn.label}</ButtonAnchor>}
      </Question>
    </div>
  </>
);

/** The same as `OtherOwnerPage` above the page, whose form keeps the entered values. */
export function OtherOwnerDialog() {
  const asked = useConflict();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (asked) dialog.current?.showModal();
  }, [asked]);
  if (!asked) return null;
  const close = () => askForOwner(null);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="other-owner" onCancel={close}>
      <div className="dialog-body grid gap-5">
        <h2 id="other-owner" className="text-xl">
          {title()}
        </h2>
        <Question {...asked}>
          <Button onClick={() => confirmOwner(asked)}>{asked.confirm}</Button>
          <Button variant="secondary" onClick={close}>
            {cancel()}
          </Button>
        </Question>
      </div>
    </dialog>
  );
}

type PageNotLoadedProps = { title?: string; text?: string };

/** An error with a link that loads a URL again. */
function RetryLoad({ text, to }: { text: string; to: string }) {
  const { pathname, search } = useLocation();
  const isHere = to === pathname + search;
  return (
    <Alert tone="error" title={text}>
      <Link to={to} className="link" preventScrollReset={isHere} replace={isHere}>
        {t('common.tryAgain')}
      </Link>
    </Alert>
  );
}

/** A page whose data did not load, with a link to retry. */
export function PageNotLoaded({ title = notLoaded(), text = noAnswer() }: PageNotLoadedProps) {
  const { pathname, search } = useLocation();
  return (
    <>
      <PageHeader title={title} />
      <RetryLoad text={text} to={pathname + search} />
    </>
  );
}

/** Reports above a page that it could not be loaded again, as after a search, or that another one could not be opened. */
export function PageNotReloaded() {
  const failure = useFailedLoad();
  const { pathname, search } = useLocation();
  if (failure?.href !== pathname + search) return null;
  return (
    <div className="not-reloaded">
      <RetryLoad text={failure.text} to={failure.to} />
    </div>
  );
}

/** The message of an error from this site's server. */
function messageOf(error: unknown): string | undefined {
  const body: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}

/** Shown in the frame instead of a failed page. Never shows internals. */
export function PageError({ error }: { error: unknown }) {
  const { user, ...frame } = useFrame();
  if (error instanceof NotLoadedError) return <PageNotLoaded text={error.message} />;
  const asked = otherOwnerIn(error);
  if (asked) return <OtherOwnerPage asked={asked} />;
  const kept = keptForOtherIn(error);
  if (kept) return <KeptForOtherPage kept={kept} />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const notice = status === 403 ? frame.notice : null;
  const message = [403, 429, 503].includes(status) ? messageOf(error) : undefined;
  return (
    <ErrorPage
      status={status}
      title={notice?.title}
      message={notice?.text ?? message}
      loggedIn={user !== null}
    />
  );
}
