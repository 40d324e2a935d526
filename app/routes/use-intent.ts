import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { type Failure, useFocusFirstError } from '#app/ui/form.tsx';

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
