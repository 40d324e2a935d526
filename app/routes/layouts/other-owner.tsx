import { type ReactNode, useEffect, useRef } from 'react';
import { askForOwner, confirmOwner, useConflict } from '#app/routes/owned-form.tsx';
import type { OtherOwner } from '#app/server/session/other-owner.server.ts';
import { Alert } from '#app/ui/alert.tsx';
import { Button, ButtonAnchor } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { t } from '#messages';

const title = () => t('otherOwner.forAnotherAccount');
const cancel = () => t('otherOwner.cancel');

const Question = ({ message, notes, children }: OtherOwner & { children: ReactNode }) => (
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
export const OtherOwnerPage = ({ asked }: { asked: OtherOwner }) => (
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

/** The same above the page, whose form keeps the entered values. */
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
