import { type ComponentProps, useState, useSyncExternalStore } from 'react';
import { Form as RouterForm } from 'react-router';
import type { OtherOwner } from '#app/server/session/other-owner.server.ts';
import { type Failure, Fields } from '#app/ui/form.tsx';
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
