import { FileField, useFormState } from '#app/ui/form.tsx';
import { rich } from '#app/ui/page.tsx';
import { t } from '#messages';

type PictureFieldProps = {
  label: string;
  name: string;
  /** The form's values. That of `{name}Image` is the name of the stored picture, or empty. */
  value: (name: string) => string;
};

/** A logo or a signature: the stored picture, a file field to replace it, and a checkbox to remove it. */
export function PictureField({ label, name, value }: PictureFieldProps) {
  const { errors } = useFormState();
  const stored = value(`${name}Image`);
  return (
    <div className="grid gap-3">
      <input type="hidden" name={`${name}Image`} value={stored} />
      {stored && (
        <div className="design-picture">
          <img
            src={`/admin/designs/images/${stored}.png`}
            alt={t('pictureField.storedLabel', { label })}
            width={160}
            height={80}
          />
          <label className="choice" data-plain="">
            <input type="checkbox" name={`${name}Remove`} />
            <span>
              {rich('pictureField.removeLabel', { label: <span className="sr-only"> {label}</span> })}
            </span>
          </label>
        </div>
      )}
      <FileField
        key={stored}
        label={stored ? t('pictureField.anotherLabel', { label }) : label}
        name={name}
        accept="image/png,image/jpeg,image/svg+xml"
        optional
        hint={t('pictureField.pngJpegOrSvgAtMost')}
        errors={errors(name) ?? errors(`${name}Image`)}
      />
    </div>
  );
}
