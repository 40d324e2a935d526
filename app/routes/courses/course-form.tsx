import { Checkbox, TextArea, TextField } from '#app/ui/field.tsx';
import type { formState } from '#app/ui/form-state.ts';

const CATEGORIES = ['Frontend', 'Backend', 'Mobile', 'Database'];

type CourseFieldsProps = ReturnType<typeof formState> & {
  /** The stored course. */
  course?: Record<string, string>;
};

/** The text fields of a course, for the pages that create and edit one. */
export function CourseFields({ value, errors, course }: CourseFieldsProps) {
  const field = (name: string) => ({
    name,
    defaultValue: value(name) ?? course?.[name] ?? '',
    errors: errors(name),
  });
  // An unchecked box is not sent, so a rejected form without it had it unchecked.
  const entered = value('title') !== undefined;
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
      <Checkbox
        label="The first lesson is a free preview"
        hint="Without a price, all lessons are free."
        name="firstLessonFree"
        defaultChecked={(entered ? value('firstLessonFree') : course?.firstLessonFree) === 'on'}
        errors={errors('firstLessonFree')}
      />
    </>
  );
}
