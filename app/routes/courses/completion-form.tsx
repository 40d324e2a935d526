import { useRef } from 'react';
import type { CompletionInput } from '#app/courses/completion/completion.schema.ts';
import { certificateChoices, rules } from '#app/courses/completion/completion-rules.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { Checkbox, formState, Select, useFocusFirstError } from '#app/ui/form.tsx';
import { Card, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

export const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

type CompletionFormProps = {
  completion: CompletionInput;
  /** Names of own fields that its certificate has, and of required ones that it lacks. */
  own: { filled: string[]; lacking: string[] };
  failure: FormError | undefined;
  pending: boolean;
};

/** The completion rule of a course, and whether a completion gives a certificate. */
export function CompletionForm({ completion, own, failure, pending }: CompletionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { value } = formState(failure);
  useFocusFirstError(form, failure);
  return (
    <Card className="mt-6">
      <Form failure={failure} ref={form} method="post" noValidate className="form">
        <FormAlert errors={failure?.message} />
        <Select
          label={t('common.completion')}
          name="rule"
          hint={t('completionForm.allLessonsIncludeQuizzes')}
          options={options(rules())}
          defaultValue={completion.rule}
        />
        <Checkbox
          label={t('completionForm.inOrder')}
          hint={t('common.aLessonOpensWhenTheOne')}
          name="inOrder"
          defaultChecked={failure ? value('inOrder') === 'on' : completion.inOrder}
        />
        <Select
          label={t('completionForm.certificateOnCompletion')}
          name="certificate"
          hint={joinSentences([
            t('completionForm.itHasTheTitle'),
            own.filled.length > 0
              ? t('completionForm.itFillsFields', { fields: formatList(own.filled) })
              : null,
            own.lacking.length > 0
              ? t('completionForm.itLacksFields', { fields: formatList(own.lacking) })
              : null,
          ])}
          options={options(certificateChoices())}
          defaultValue={completion.certificate}
        />
        <div className="flex justify-end">
          <SubmitButton pending={pending} pendingText={t('common.saving')}>
            {t('completionForm.saveCompletion')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
