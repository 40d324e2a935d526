import { SubmitButton } from '../../ui/button.tsx';
import type { useLoginForm } from './use-login-form.ts';

type LoginButtonProps = ReturnType<typeof useLoginForm>['button'] & { children: string };

/** The button of a login form, with the texts of its states. */
export const LoginButton = ({ lockText, children, ...button }: LoginButtonProps) => (
  <SubmitButton block {...button}>
    {lockText ?? children}
  </SubmitButton>
);
