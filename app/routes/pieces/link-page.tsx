import type { ComponentProps, ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { EmptyState } from '#app/ui/list-parts.tsx';
import { ButtonLink, FormAlert, PageHeader, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

type LinkPageProps = Pick<ComponentProps<typeof PageHeader>, 'title' | 'crumbs'> & {
  /** Why the link opens nothing, with the way back. */
  message: string | null;
  back?: { label: string; to: string };
  answer: { ok?: boolean; message?: string | null } | undefined;
  /** Replaces the question after its answer. */
  done?: ReactNode;
  /** The label of the only button. */
  button: string;
  children: ReactNode;
};

/** The page of a mailed link, whose button does what the link is for. */
export function LinkPage({ title, crumbs, message, back, answer, done, button, children }: LinkPageProps) {
  const submitting = useNavigation().formMethod === 'POST';
  const { label, to } = back ?? { label: t('common.logIn'), to: '/' };
  return (
    <div className="narrow-page">
      <PageHeader title={title} crumbs={crumbs} />
      {message === null ? (
        (done ?? (
          <div className="grid gap-6">
            <FormAlert errors={answer?.ok ? null : answer?.message} />
            {children}
            <Form method="post">
              <SubmitButton pending={submitting}>{button}</SubmitButton>
            </Form>
          </div>
        ))
      ) : (
        <EmptyState title={message} action={<ButtonLink to={to}>{label}</ButtonLink>} />
      )}
    </div>
  );
}
