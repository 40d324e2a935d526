import type { UploadFailure } from '#app/routes/courses/course-form.server.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';

const CATEGORIES = ['Frontend', 'Backend', 'Mobile', 'Database'];

/** The failure of a form as a whole: one that no field shows. */
export const formError = ({ errors, toast }: UploadFailure) =>
  Object.keys(errors).length === 0 ? toast.message : undefined;

type CourseFieldsProps = {
  values: Record<string, string>;
  errors?: Record<string, string[]> | undefined;
};

/** The text fields of a course, for the pages that create and edit one. */
export function CourseFields({ values, errors }: CourseFieldsProps) {
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', errors: errors?.[name] });
  return (
    <>
      <TextField label="Course Title" maxLength={200} autoComplete="off" {...field('title')} />
      <TextArea label="Description" rows={5} maxLength={5_000} {...field('description')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Category" optional maxLength={60} list="categories" {...field('category')} />
        <datalist id="categories">
          {CATEGORIES.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField label="Price in dollars" optional inputMode="decimal" maxLength={15} {...field('price')} />
      </div>
    </>
  );
}
