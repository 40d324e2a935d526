import { useRef } from 'react';
import { Form } from '#app/routes/owned-form.tsx';
import { useUnsavedForm } from '#app/routes/unsaved-forms.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { FileField, Select } from '#app/ui/form.tsx';
import { RemoveButton } from '#app/ui/icon-button.tsx';
import { Alert, Card, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

type CaptionsCardProps = {
  captions: { language: string; name: string; path: string; createdAt: number }[];
  languages: { value: string; label: string }[];
  path: string;
  failure: FormError | undefined;
  /** What was mended in the file that was uploaded last. */
  mended: { language: string; texts: string[] } | undefined;
};

/** The captions of a video, for its author. */
export function CaptionsCard({ captions, languages, path, failure, mended }: CaptionsCardProps) {
  const form = useRef<HTMLFormElement>(null);
  useUnsavedForm(form, failure);
  return (
    <Card className="grid gap-4" id="captions">
      <h2 className="text-xl">{t('captionsCard.captions')}</h2>
      {captions.length > 0 && (
        <ul className="lesson-rows">
          {captions.map(({ language, name, path: href }) => (
            <li key={language}>
              <a href={href} className="link min-w-0 flex-1">
                {name}
              </a>
              <Form method="post" action={path} className="flex" preventScrollReset>
                <input type="hidden" name="language" value={language} />
                <RemoveButton
                  intent="remove-captions"
                  label={t('captionsCard.removeCaptionsInName', { name })}
                />
              </Form>
            </li>
          ))}
        </ul>
      )}
      <FormAlert errors={failure?.message} />
      {mended && (
        <Alert title={t('captionsCard.mendedInTheFile', { name: mended.language })}>
          <ul className="list-disc ps-5">
            {mended.texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Form
        failure={failure}
        ref={form}
        // A new form without the file that was uploaded.
        key={Math.max(0, ...captions.map(({ createdAt }) => createdAt))}
        method="post"
        action={`${path}?upload=captions`}
        encType="multipart/form-data"
        noValidate
        className="form"
        preventScrollReset
      >
        <Select label={t('common.language')} name="language" defaultValue="en" options={languages} />
        <FileField
          label={t('captionsCard.captionsFile')}
          name="file"
          accept=".vtt,.srt,.sbv,.sub,.tsv,.stl,.txt,text/vtt"
          hint={t('captionsCard.itReplacesTheCaptions')}
        />
        <div>
          <SubmitButton variant="secondary">{t('captionsCard.uploadCaptions')}</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
