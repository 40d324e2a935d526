import type { ReactNode } from 'react';
import { Form } from '#app/routes/owned-form.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

type ConfirmDialogProps = {
  title: string;
  question: string;
  closeTo: string;
  /** Fields to post after confirmation. */
  fields: Record<string, string>;
  /**
   * Submits the form with JavaScript, so that the dialog can close immediately. The form then contains
   * `inPlace`, and the page that opened the dialog shows the result. A toast for the next page would appear
   * in the closing dialog.
   */
  onConfirm: (form: FormData) => void;
  /** Further fields of the form. */
  children?: ReactNode;
};

/** Asks for confirmation before a deletion. */
export const ConfirmDialog = ({
  title,
  question,
  closeTo,
  fields,
  onConfirm,
  children,
}: ConfirmDialogProps) => (
  <Dialog title={title} closeTo={closeTo}>
    <Form
      method="post"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        form.set('inPlace', '1');
        onConfirm(form);
      }}
    >
      <p>{question}</p>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to={closeTo} variant="secondary" preventScrollReset>
          {t('common.cancel')}
        </ButtonLink>
        <SubmitButton variant="danger">{t('common.delete')}</SubmitButton>
      </div>
    </Form>
  </Dialog>
);
