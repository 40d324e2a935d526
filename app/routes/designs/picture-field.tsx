import { FileField } from '#app/ui/field.tsx';

type PictureFieldProps = {
  label: string;
  name: string;
  /** Name of the stored picture, or empty. */
  stored: string;
  errors: readonly string[] | undefined;
};

/** A logo or a signature: the stored picture, a file field to replace it, and a checkbox to remove it. */
export function PictureField({ label, name, stored, errors }: PictureFieldProps) {
  return (
    <div className="grid gap-3">
      <input type="hidden" name={`${name}Image`} value={stored} />
      {stored && (
        <div className="design-picture">
          <img src={`/admin/designs/images/${stored}.png`} alt={`Stored: ${label}`} width={160} height={80} />
          <label className="choice" data-plain="">
            <input type="checkbox" name={`${name}Remove`} />
            <span>
              Remove<span className="sr-only"> {label}</span>
            </span>
          </label>
        </div>
      )}
      <FileField
        key={stored}
        label={stored ? `Another ${label.toLowerCase()}` : label}
        name={name}
        accept="image/png,image/jpeg,image/svg+xml"
        optional
        hint="PNG, JPEG or SVG, at most 2 MB. A transparent background looks best."
        errors={errors}
      />
    </div>
  );
}
