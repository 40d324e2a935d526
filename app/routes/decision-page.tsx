import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import type { FormError } from '#app/shared/form-error.ts';
import { formState, TextField } from '#app/ui/form.tsx';
import { Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, Card, FormAlert, PageHeader, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import { Form } from './owned-form.tsx';

type DecisionPageProps = {
  /** Heading, breadcrumb and button. */
  title: string;
  /** The list that opened the page, with its search. Cancel returns to it. */
  list: { label: string; to: string };
  /** Labels and values of the row. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  consequence: { title: string; text: string };
  /** Says who will read the reason. */
  hint: string;
  pendingText: string;
  /** Replaces the form after the decision. */
  done: string | null;
  failure: FormError | undefined;
  /** Further fields of the form. */
  children?: ReactNode;
};

/** Asks for the reason of a decision about a row of a list. */
export function DecisionPage(props: DecisionPageProps) {
  const { title, list, facts, consequence, hint, pendingText, done, failure, children } = props;
  const { errors } = formState(failure);
  const pending = useNavigation().state === 'submitting';
  return (
    <>
      <PageHeader title={title} crumbs={[list, { label: title }]} />
      <PageToast toast={failure?.toast} />
      <Card className="grid max-w-3xl gap-6">
        <Facts facts={facts} breakable />
        {done ? (
          <>
            <Alert tone="warning">{done}</Alert>
            <div>
              <ButtonLink to={list.to} variant="secondary">
                {t('decisionPage.backToLabel', { label: list.label })}
              </ButtonLink>
            </div>
          </>
        ) : (
          <Form failure={failure} method="post" className="grid gap-5">
            <FormAlert errors={failure && !errors('reason') ? failure.message : null} />
            <Alert tone="warning" title={consequence.title}>
              {consequence.text}
            </Alert>
            {children}
            <TextField label={t('common.reason')} name="reason" hint={hint} required maxLength={500} />
            <div className="flex flex-wrap gap-3">
              <SubmitButton variant="danger" pending={pending} pendingText={pendingText}>
                {title}
              </SubmitButton>
              <ButtonLink to={list.to} variant="quiet">
                {t('common.cancel')}
              </ButtonLink>
            </div>
          </Form>
        )}
      </Card>
    </>
  );
}
