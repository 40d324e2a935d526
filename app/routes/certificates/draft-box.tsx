import { CircleAlert } from 'lucide';
import { type RefObject, type SyntheticEvent, useEffect } from 'react';
import type { DrawnPicture } from '#app/routes/pieces/use-live-preview.ts';
import { useLivePreview } from '#app/routes/pieces/use-live-preview.ts';
import { Card, Icon, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

/**
 * The draft of what is entered in the form of a certificate, which is drawn while somebody types.
 * @param issued the certificate, once it is issued. Its draft would come back with the next change of a field
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, issued?: object) {
  const live = useLivePreview(form, '/admin/issue-certificate/draft');
  const { clear } = live;
  useEffect(() => {
    if (issued) clear();
  }, [issued, clear]);
  /** The draft that 'Preview' asks for replaces the live one. */
  const clearForPreview = ({ nativeEvent }: SyntheticEvent<HTMLFormElement>) => {
    const { submitter } = nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.value === 'preview') clear();
  };
  return { ...live, clearForPreview };
}

const Button = () => (
  <SubmitButton name="intent" value="preview" variant="secondary" formNoValidate>
    {t('common.preview')}
  </SubmitButton>
);

/** A script draws the preview while somebody types, but sends files only with the form. */
export const PreviewButton = ({ hasFiles }: { hasFiles: boolean }) =>
  hasFiles ? (
    <Button />
  ) : (
    <noscript>
      <Button />
    </noscript>
  );

type DraftProps = {
  draft: DrawnPicture | null;
  /** Why the draft is out of date, or empty. */
  message: string;
};

/** The certificate as it will be, in the place of the issued one. */
export const DraftBox = ({ draft, message }: DraftProps) => (
  <Card aria-label={t('common.preview')} className="grid min-w-0 grid-cols-1 gap-5">
    {draft ? (
      <img {...draft} className="certificate-image" alt={t('draft.draftOfTheCertificate')} />
    ) : (
      <div className="empty certificate-preview">
        <p className="empty-text">{t('draft.theDraftAppearsHere')}</p>
      </div>
    )}
    <p role="status" className={message ? 'field-errors' : 'field-hint'}>
      {message ? (
        <>
          <Icon of={CircleAlert} />
          <span>{message}</span>
        </>
      ) : (
        t('draft.aDraftHasNoIdAndCannotBeLookedUp')
      )}
    </p>
  </Card>
);
