import { Form } from 'react-router';
import { OFFERED_LANGUAGES } from '#app/courses/captions/languages.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FileField, Select } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { RemoveButton } from './remove-button.tsx';

type CaptionsCardProps = {
  captions: { language: string; name: string; path: string; createdAt: number }[];
  path: string;
  failure: FormError | undefined;
};

/** The captions of a video, for its author. */
export function CaptionsCard({ captions, path, failure }: CaptionsCardProps) {
  const entered = formState(failure);
  return (
    <Card className="grid gap-4" id="captions">
      <h2 className="text-xl">Captions</h2>
      {captions.length > 0 && (
        <ul className="lesson-rows">
          {captions.map(({ language, name, path: href }) => (
            <li key={language}>
              <a href={href} className="link min-w-0 flex-1">
                {name}
              </a>
              <Form method="post" action={path} className="flex" preventScrollReset>
                <input type="hidden" name="language" value={language} />
                <RemoveButton intent="remove-captions" label={`Remove captions in ${name}`} />
              </Form>
            </li>
          ))}
        </ul>
      )}
      <FormAlert errors={failure?.message} />
      <Form
        // A new form without the file that was uploaded.
        key={Math.max(0, ...captions.map(({ createdAt }) => createdAt))}
        method="post"
        action={`${path}?upload=captions`}
        encType="multipart/form-data"
        noValidate
        className="form"
        preventScrollReset
      >
        <Select
          label="Language"
          name="language"
          defaultValue={entered.value('language') ?? 'en'}
          options={OFFERED_LANGUAGES}
          errors={entered.errors('language')}
        />
        <FileField
          label="Captions file"
          name="file"
          accept=".vtt,.srt,text/vtt"
          hint="WebVTT or SRT, at most 1 MB. It replaces the captions in this language."
          errors={entered.errors('file')}
        />
        <div>
          <SubmitButton variant="secondary">Upload captions</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
