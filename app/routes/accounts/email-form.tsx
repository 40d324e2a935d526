import type { ReactNode } from 'react';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { type EmailAnswer, EmailRequestForm } from '#app/routes/pieces/email-request-form.tsx';
import { PageToast } from '#app/ui/toast.tsx';

type EmailFormProps = {
  title: string;
  lead: string;
  button: string;
  answer: EmailAnswer;
  /** Links below the form. */
  children: ReactNode;
};

/** A page of the sign-in area that asks for an email address and sends a mail to it. */
export const EmailForm = ({ title, lead, button, answer, children }: EmailFormProps) => (
  <AuthFrame>
    <PageToast toast={answer?.toast} />
    <h1 tabIndex={-1}>{title}</h1>
    <p className="text-muted">{lead}</p>
    <EmailRequestForm button={button} block answer={answer} />
    <p className="auth-switch flex justify-center gap-6">{children}</p>
  </AuthFrame>
);
