import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { FormError } from '#app/shared/form-error.ts';

/** Marks a form with changes that are not saved, for `useLeavePage`. */
function setChanged(form: HTMLFormElement, isChanged: boolean) {
  if (isChanged) form.dataset.changed = 'true';
  else delete form.dataset.changed;
}

/** Values of unsaved forms by page, restored when the reader navigates back. Kept in memory, so closing the tab deletes them. */
const left = new Map<string, [name: string, value: string][][]>();
const MOST_LEFT = 10;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields that can be filled in again. Not passwords, files and hidden fields. */
const fieldsOf = (form: HTMLFormElement): Field[] => [
  ...form.querySelectorAll<Field>(
    'textarea, select, input:not([type="hidden"], [type="password"], [type="file"])',
  ),
];

const isChoice = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

function remember(page: string, form: HTMLFormElement) {
  const entered = fieldsOf(form).map((field): [string, string] => [
    field.name,
    isChoice(field) ? String(field.checked) : field.value,
  ]);
  left.set(page, [...(left.get(page) ?? []), entered]);
  for (const oldest of [...left.keys()].slice(0, -MOST_LEFT)) left.delete(oldest);
}

/** Restores the values of an unsaved form with the same fields. Returns whether there was one. */
function restore(page: string, form: HTMLFormElement): boolean {
  const fields = fieldsOf(form);
  const forms = left.get(page) ?? [];
  const own = forms.findIndex(
    (entries) => entries.length === fields.length && entries.every(([name], at) => fields[at]?.name === name),
  );
  if (own < 0) return false;
  const [entered = []] = forms.splice(own, 1);
  entered.forEach(([, value], at) => {
    const field = fields[at];
    if (field && isChoice(field)) field.checked = value === 'true';
    else if (field) field.value = value;
  });
  return true;
}

/**
 * Asks before the reader leaves a form with unsaved changes, and restores them when the reader navigates back.
 * @param failure why it was not saved, if the server rejected it
 */
export function useUnsavedForm(ref: RefObject<HTMLFormElement | null>, failure: FormError | undefined) {
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    const change = () => setChanged(form, true);
    const send = ({ submitter }: SubmitEvent) =>
      // A preview saves nothing.
      (submitter as HTMLButtonElement | null)?.value !== 'preview' && setChanged(form, false);
    if (!isBack) left.delete(page);
    else if (restore(page, form)) change();
    form.addEventListener('input', change);
    form.addEventListener('submit', send);
    return () => {
      form.removeEventListener('input', change);
      form.removeEventListener('submit', send);
      if (form.dataset.changed) remember(page, form);
    };
  }, [page]);
  useEffect(() => {
    if (failure && ref.current) setChanged(ref.current, true);
  }, [failure, ref]);
}
