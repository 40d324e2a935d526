import { useEffect, useRef } from 'react';
import { askForOwner, confirmOwner, useConflict } from '#app/routes/owned-form.tsx';
import type { OtherOwner } from '#app/server/session/other-owner.server.ts';
import { Alert } from '#app/ui/alert.tsx';
import { Button, ButtonAnchor } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { t } from '#messages';

/** The label of the button that confirms a form, by its target and intent. */
function confirmLabel({ action, name }: OtherOwner, intent: string): string {
  const act = `${action.replace(/\?.*/, '')} ${intent}`;
  if (/delet|remov|eras|drop/.test(act)) return t('otherOwner.deleteAsName', { name });
  if (/issue-certificate|replacement|renewal|batch/.test(act)) return t('otherOwner.issueAsName', { name });
  if (/^\/verify|pay|purchase|checkout|buy/.test(act)) return t('otherOwner.payAsName', { name });
  if (/save|edit|settings|designs|lesson|question|coupon/.test(act))
    return t('otherOwner.saveAsName', { name });
  return t('otherOwner.continueAsName', { name });
}

const intentOf = (fields: Iterable<readonly [string, unknown]>) =>
  String([...fields].find(([name]) => name === 'intent')?.[1] ?? '');

/** Asks whether a form that was shown for another account or organisation acts for the present one. It contains what was entered. */
export function OtherOwnerPage({ message, asked }: { message: string; asked: OtherOwner }) {
  const { action, owner, text } = asked;
  const { fields = [], isMultipart, hasFiles, hasSecrets } = text ?? {};
  return (
    <>
      <PageHeader title={t('otherOwner.forAnotherAccount')} />
      <form
        method="post"
        action={action}
        encType={isMultipart ? 'multipart/form-data' : undefined}
        className="grid max-w-3xl gap-5"
      >
        <Alert tone="warning" title={message}>
          <p>{t('otherOwner.whatYouEnteredIsKept')}</p>
          {hasFiles && <p>{t('otherOwner.chooseFilesAgain')}</p>}
          {hasSecrets && <p>{t('otherOwner.enterSecretsAgain')}</p>}
        </Alert>
        <input type="hidden" name="shownFor" value={owner} />
        {fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{confirmLabel(asked, intentOf(fields))}</Button>
          <ButtonAnchor href={action} variant="secondary">
            {t('otherOwner.cancel')}
          </ButtonAnchor>
        </div>
      </form>
    </>
  );
}

/** The same above the page, which keeps what was entered. */
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
          {t('otherOwner.forAnotherAccount')}
        </h2>
        <Alert tone="warning" title={asked.message}>
          <p>{t('otherOwner.whatYouEnteredIsKept')}</p>
        </Alert>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => confirmOwner(asked)}>{confirmLabel(asked, asked.intent)}</Button>
          <Button variant="secondary" onClick={close}>
            {t('otherOwner.cancel')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
