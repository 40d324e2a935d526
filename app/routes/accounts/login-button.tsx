import { SubmitButton } from '#app/ui/button.tsx';
import type { useLoginForm } from './use-login-form.ts';

type LoginButtonProps = ReturnType<typeof useLoginForm>['button'] & { children: string };

/** The submit button of a login form, with its texts for each state. */
export const LoginButton = ({ lockText, children, ...button }: LoginButtonProps) => (
  <SubmitButton block {...button}>
    {lockText ?? children}
  </SubmitButton>
);
