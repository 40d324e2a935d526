import { type ComponentProps, useRef, useState } from 'react';
import { removedOf, storedPicture } from '#app/certificates/own-fields.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { Photograph } from '#app/routes/pieces/photograph.tsx';
import { FileField, useFormState } from '#app/ui/form.tsx';
import { rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import { CropPicture } from './crop-picture.tsx';
import type { ControlProps } from './own-field-inputs.tsx';

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** A file field, and what a script offers to cut the chosen picture. */
function ChoosePicture(
  props: Pick<ComponentProps<typeof FileField>, 'name' | 'label' | 'hint' | 'required' | 'optional'>,
) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <FileField
        {...props}
        ref={input}
        accept={ACCEPTED}
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
      />
      {file && <CropPicture key={`${file.name} ${file.lastModified}`} file={file} input={input} />}
    </>
  );
}

/** A photograph: the stored one, and a file field for it or for another one. */
export function PictureInput({ field, name, label, hint, defaultValue, required, optional }: ControlProps) {
  const stored = useFormState().value(name) ?? defaultValue;
  const isOptional = optional ?? false;
  return (
    <div className="grid gap-3">
      {stored && (
        <div className="stored-photograph">
          <input type="hidden" name={name} value={stored} />
          <Photograph
            src={storedPicture(stored)}
            alt={t('pictureField.storedLabel', { label: field.name })}
          />
          {isOptional && (
            <label className="choice" data-plain="">
              <input type="checkbox" name={removedOf(field.key)} />
              <span>
                {rich('pictureField.removeLabel', {
                  label: <span className="sr-only"> {field.name}</span>,
                })}
              </span>
            </label>
          )}
        </div>
      )}
      <ChoosePicture
        key={stored}
        name={name}
        hint={joinSentences([t('ownFields.aPhotographIsCutAndKeptWithoutMetadata'), hint])}
        label={stored ? t('pictureField.anotherLabel', { label: field.name }) : label}
        optional={isOptional}
        required={required === true && !stored}
      />
    </div>
  );
}
