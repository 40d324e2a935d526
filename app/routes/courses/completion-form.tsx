import { useRef } from 'react';
import { Form } from 'react-router';
import { CERTIFICATES, type CompletionInput, RULES } from '#app/courses/completion/completion.schema.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox, Select } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

type CompletionFormProps = { completion: CompletionInput; failure: FormError | undefined; pending: boolean };

/** What completes a course, and whether that leads to a certificate. */
export function CompletionForm({ completion, failure, pending }: CompletionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { value, errors } = formState(failure);
  useFocusFirstError(form, failure);
  return (
    <Card className="mt-6">
      <Form ref={form} method="post" noValidate className="form">
        <FormAlert errors={failure?.message} />
        <Select
          label="Completion"
          name="rule"
          hint="All lessons include quizzes, which are done when they are passed. All quizzes: other lessons do not count. Both: the course must also have a quiz to be completed."
          options={options(RULES)}
          defaultValue={value('rule') ?? completion.rule}
          errors={errors('rule')}
        />
        <Checkbox
          label="In order"
          hint="A lesson opens when the one before is done."
          name="inOrder"
          defaultChecked={failure ? value('inOrder') === 'on' : completion.inOrder}
          errors={errors('inOrder')}
        />
        <Select
          label="Certificate on completion"
          name="certificate"
          hint="It has the title, the design and the validity of the course. The learner confirms the name on it."
          options={options(CERTIFICATES)}
          defaultValue={value('certificate') ?? completion.certificate}
          errors={errors('certificate')}
        />
        <div className="flex justify-end">
          <SubmitButton pending={pending} pendingText="Saving...">
            Save Completion
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
