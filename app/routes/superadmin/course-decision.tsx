import { Form, useNavigation } from 'react-router';
import type { FormError } from '#app/shared/form-error.ts';
import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { PageToast } from '#app/ui/toast.tsx';

export const MANAGE_COURSES = '/superadmin/courses';

type CourseDecisionProps = {
  heading: string;
  course: { title: string; author: string };
  /** What the decision does. */
  consequence: { title: string; text: string };
  /** Replaces the form when the decision was taken already. */
  done?: string | null;
  button: string;
  failure: FormError | undefined;
};

/** Asks a super admin for the reason of a decision about a course. */
export function CourseDecision({ heading, course, consequence, done, button, failure }: CourseDecisionProps) {
  const { value, errors } = formState(failure);
  const pending = useNavigation().state === 'submitting';
  return (
    <>
      <PageHeader
        title={heading}
        crumbs={[{ label: 'Manage Courses', to: MANAGE_COURSES }, { label: heading }]}
      />
      <PageToast toast={failure?.toast} />
      <Card className="grid max-w-3xl gap-6">
        <dl className="facts">
          <div>
            <dt>Course</dt>
            <dd className="breakable">{course.title}</dd>
          </div>
          <div>
            <dt>Author</dt>
            <dd>{course.author}</dd>
          </div>
        </dl>
        {done ? (
          <Alert tone="warning">{done}</Alert>
        ) : (
          <Form method="post" className="grid gap-5">
            <FormAlert errors={failure && !errors('reason') ? failure.message : null} />
            <Alert tone="warning" title={consequence.title}>
              {consequence.text}
            </Alert>
            <TextField
              label="Reason"
              name="reason"
              hint="The author reads it."
              required
              maxLength={500}
              defaultValue={value('reason')}
              errors={errors('reason')}
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton variant="danger" pending={pending}>
                {button}
              </SubmitButton>
              <ButtonLink to={MANAGE_COURSES} variant="quiet">
                Cancel
              </ButtonLink>
            </div>
          </Form>
        )}
      </Card>
    </>
  );
}
