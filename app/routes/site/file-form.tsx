import { type RefObject, useEffect, useRef } from 'react';
import { Link, useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { FileField, formState, useFocusFirstError } from '#app/ui/form.tsx';
import { Card, FormAlert, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

type FileFormProps = {
  action: string;
  title: string;
  text: string;
  button: string;
  pendingText: string;
  failure: FormError | undefined;
};

/** The pages that take a file, and what each is for. */
const ways = () =>
  [
    ['/check', t('common.check'), t('fileForm.whetherAFileIsGenuine')],
    ['/authentication', t('common.authentication'), t('fileForm.theSameCheckWithWhatItProves')],
    ['/tracing', t('common.tracing'), t('fileForm.whatHasHappenedToACertificate')],
  ] as const;

/** Links from each of these pages to the two others. */
const OtherWays = ({ action }: Pick<FileFormProps, 'action'>) => (
  <ul className="grid gap-1.5 text-sm">
    {ways()
      .filter(([to]) => to !== action)
      .map(([to, label, text]) => (
        <li key={to} className="text-muted">
          {rich('page.labelValue', {
            label: (
              <Link to={to} className="link">
                {label}
              </Link>
            ),
            value: text,
          })}
        </li>
      ))}
  </ul>
);

/** A form for one file, picked or dropped. Both work without JavaScript. */
export function FileForm({ action, title, text, button, pendingText, failure }: FileFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formAction === action;
  const { errors } = formState(failure);
  useFocusFirstError(form, failure);
  useDroppedFile(form);
  return (
    <Card className="grid max-w-[46rem] gap-5">
      <header className="grid gap-1">
        <h2 className="text-xl">{title}</h2>
        <p className="text-muted">{text}</p>
      </header>
      <FormAlert errors={errors('file') ? null : failure?.message} />
      <Form
        failure={failure}
        ref={form}
        method="post"
        action={action}
        encType="multipart/form-data"
        className="grid gap-5"
        preventScrollReset
      >
        <FileField
          label={t('fileForm.pdfPngSvgOrJsonFile')}
          name="file"
          hint={t('fileForm.chooseItOrDropItHere')}
          accept=".pdf,.png,.svg,.json,.jwt,.jws,application/pdf,image/png,image/svg+xml,application/json,application/vc"
          required
          className="file-drop"
        />
        <SubmitButton pending={pending} pendingText={pendingText}>
          {button}
        </SubmitButton>
      </Form>
      <OtherWays action={action} />
    </Card>
  );
}

/** Whether files are dragged beside a file field, which would take them itself. */
const isBesideField = ({ target, dataTransfer }: DragEvent) =>
  dataTransfer?.types.includes('Files') && !(target instanceof HTMLInputElement && target.type === 'file');

/** Puts a file that is dropped beside its field into the form's first file field. The browser would leave the page to open it. */
export function useDroppedFile(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (isBesideField(event)) event.preventDefault();
    };
    const take = (event: DragEvent) => {
      const field = form.current?.querySelector<HTMLInputElement>('input[type="file"]');
      if (!field || !event.dataTransfer?.files.length || !isBesideField(event)) return;
      event.preventDefault();
      field.files = event.dataTransfer.files;
      field.focus();
    };
    addEventListener('dragover', allow);
    addEventListener('drop', take);
    return () => {
      removeEventListener('dragover', allow);
      removeEventListener('drop', take);
    };
  }, [form]);
}
