import { type ComponentProps, type FormEvent, type RefObject, useRef } from 'react';
import { useNavigation, useSubmit } from 'react-router';
import type { ShownMail } from '#app/designs/mail-of-design.server.ts';
import type { RowOption } from '#app/designs/own-rows.server.ts';
import type { Base } from '#app/drawing/design.ts';
import type { PageSize } from '#app/drawing/drawing.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { type Reader, useLive, useLivePreview } from '#app/routes/pieces/use-live-preview.ts';
import { useUnsavedForm } from '#app/routes/unsaved-forms.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { formState, useFocusFirstError } from '#app/ui/form.tsx';
import { ButtonLink, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { DesignFields } from './design-fields.tsx';
import { DesignImage } from './design-image.tsx';
import { MailPreview } from './mail-fields.tsx';
import { ShowWith } from './show-with.tsx';

/** The result of the form's action, unless it saved the design. */
export type DesignAnswer =
  | FormError
  | { ok: true; fields: Record<string, string>; preview: string; mail: ShownMail };

type DesignFormProps = {
  /** Initial values of the fields. */
  fields: Record<string, string>;
  /** URL of the initial preview. */
  picture: string;
  base: Base;
  pageSize?: PageSize | undefined;
  languages: { value: string; label: string }[];
  placeholders: string[];
  rows: RowOption[];
  hasOwnMail: boolean;
  answer: DesignAnswer | undefined;
};

type PreviewProps = Pick<DesignFormProps, 'base' | 'pageSize' | 'rows'> & {
  src: string;
  message: string;
  sample: string;
  mail: ComponentProps<typeof MailPreview>;
};

const Preview = ({ base, pageSize, src, message, sample, rows, mail }: PreviewProps) => (
  <section aria-label={t('common.preview')} className="design-preview">
    <div className="card grid gap-4" data-pad="">
      <DesignImage
        base={base}
        pageSize={pageSize}
        src={src}
        alt={t('common.aCertificateInThisDesign')}
        className="design-preview-image"
      />
      <p role="status" className="field-hint">
        {message}
      </p>
      <ShowWith sample={sample} rows={rows} />
    </div>
    <MailPreview {...mail} />
  </section>
);

const Buttons = ({ saving }: { saving: boolean }) => (
  <div className="flex flex-wrap gap-3">
    <SubmitButton name="intent" value="save" pending={saving} pendingText={t('common.saving')}>
      {t('designForm.saveDesign')}
    </SubmitButton>
    <ButtonLink to="/admin/designs" variant="quiet">
      {t('common.cancel')}
    </ButtonLink>
  </div>
);

const MAIL: Reader<ShownMail> = { read: (response) => response.json() };
/** Controls that change the mail. */
const isOfMail = (name: string) => /^mail[A-Z]/.test(name);
const IN_BOTH = ['sample', 'dateStyle'];

/**
 * The previews of the certificate and of its mail, and what a change in the form does to them: they are made again, or the form is
 * sent for all that the server decides.
 */
function useLivePreviews(form: RefObject<HTMLFormElement | null>, hasOwnMail: boolean) {
  const picture = useLivePreview(form, '/admin/designs/preview');
  const mail = useLive(form, '/admin/designs/preview/mail', MAIL);
  const submit = useSubmit();
  const change = ({ target }: FormEvent<HTMLFormElement>) => {
    const isFile = target instanceof HTMLInputElement && target.type === 'file' && target.files?.length;
    // The layout's own texts follow the language.
    const isLanguage = target instanceof HTMLSelectElement && target.name === 'language';
    const { name } = target as HTMLInputElement;
    if (isOfMail(name) || (hasOwnMail && IN_BOTH.includes(name))) mail.update();
    if (isOfMail(name)) return;
    if (!form.current || !(isFile || isLanguage)) return picture.update();
    picture.clear();
    mail.clear();
    const entered = new FormData(form.current);
    entered.set('intent', 'preview');
    submit(entered, {
      method: 'post',
      encType: 'multipart/form-data',
      preventScrollReset: true,
      replace: true,
    });
  };
  return { picture, mail, change };
}

/**
 * The form of a design with its preview. With JavaScript the preview follows typing, and choosing a picture or a language sends the form.
 * Without, 'Preview' posts the form and shows it again with all entered values.
 */
export function DesignForm({ fields, picture, base, pageSize, rows, answer, ...choices }: DesignFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { formData } = useNavigation();
  const { picture: live, mail, change } = useLivePreviews(form, choices.hasOwnMail);
  const failure = answer?.ok === false ? answer : undefined;
  const state = formState(failure);
  const shown = answer?.ok ? answer.fields : failure ? undefined : fields;
  const value = (name: string) => shown?.[name] ?? state.value(name) ?? '';
  const saving = formData?.get('intent') === 'save';
  useFocusFirstError(form, failure);
  useUnsavedForm(form, failure);

  return (
    <Form
      failure={failure}
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      className="design-editor"
      onChange={change}
    >
      <div className="card form" data-pad="">
        <FormAlert errors={failure?.message} />
        <input type="hidden" name="version" value={value('version')} />
        <DesignFields {...choices} value={value} />
        <Buttons saving={saving} />
      </div>
      <Preview
        base={base}
        pageSize={pageSize}
        src={live.picture?.src ?? (answer?.ok ? answer.preview : picture)}
        message={live.message}
        sample={value('sample')}
        rows={rows}
        mail={{ mail: mail.shown ?? (answer?.ok ? answer.mail : null), message: mail.message }}
      />
    </Form>
  );
}
