import type { ComponentProps, RefObject } from 'react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Form as RouterForm, useLocation, useNavigation, useNavigationType } from 'react-router';
import type { OtherOwner } from '#app/server/session/other-owner.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { type Failure, Fields, useFocusFirstError } from '#app/ui/form.tsx';
import { useFrame } from './layouts/use-frame.tsx';

/** A form that the server answered with 409, and what submits it for the present owner. */
export type Conflict = OtherOwner & { again: (owner: string) => void };

let conflict: Conflict | null = null;
/** The owner that the reader confirmed last in this tab. */
let confirmed: string | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const nothing = () => null;

/** Asks whether a form acts for whom the session acts now. */
export function askForOwner(asked: Conflict | null) {
  conflict = asked;
  for (const listener of listeners) listener();
}

export const useConflict = () => useSyncExternalStore(subscribe, () => conflict, nothing);

/** Submits a form for the present owner, for whom the forms of this page are from now on. */
export function confirmOwner({ owner, again }: Conflict) {
  confirmed = owner;
  askForOwner(null);
  again(owner);
}

/** For whom the page was first shown. A later load, as after an act in another tab, changes nothing in a form that is being filled in. */
export function useOwner(): string | null {
  const { owner } = useFrame();
  const [first] = useState({ owner, confirmed });
  const last = useSyncExternalStore(subscribe, () => confirmed, nothing);
  return last === first.confirmed ? first.owner : last;
}

/** The hidden field that names for whom a form was shown. The first field of a form, so that an upload begins with it. */
export function OwnerField() {
  const owner = useOwner();
  return owner && <input type="hidden" name="shownFor" value={owner} />;
}

type FormProps = ComponentProps<typeof RouterForm> & {
  /** The action's answer if it rejected this form: the fields have their values and messages from it. */
  failure?: Failure;
};

/** A form that acts for nobody, such as a login. */
export const PublicForm = ({ failure, children, ...form }: FormProps) => (
  <RouterForm {...form}>
    <Fields of={failure}>{children}</Fields>
  </RouterForm>
);

/** A form that acts only for the account and the organisation for which it was shown. */
export const Form = ({ children, ...form }: FormProps) => (
  <PublicForm {...form}>
    {form.method === 'post' && <OwnerField />}
    {children}
  </PublicForm>
);

/**
 * The state of a form of a page with several forms, which its button names.
 * @returns `form`: what the form needs; `mine`: the action's answer to this form; `pending`: whether it is being sent
 */
export function useIntent<Answer extends object>(answer: Answer | undefined, intent: string) {
  const ref = useRef<HTMLFormElement>(null);
  const mine = answer && 'intent' in answer && answer.intent === intent ? answer : undefined;
  const failure = mine && 'ok' in mine && mine.ok === false ? (mine as unknown as Failure) : null;
  const pending = useNavigation().formData?.get('intent') === intent;
  useFocusFirstError(ref, failure);
  return { form: { ref, method: 'post' as const, failure }, mine, pending };
}

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
