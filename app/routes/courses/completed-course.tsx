import { Award } from 'lucide';
import { useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import type { MyCompletion } from '#app/courses/completion/my-completion.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';
import { Icon } from '#app/ui/icon.tsx';

/** What pages show of a completion. */
export const completedFacts = (completion: MyCompletion | null, zone: string) =>
  completion && {
    courseId: completion.courseId,
    version: completion.courseVersion,
    on: formatInstantAsDate(completion.completedAt, zone),
    certificate: completion.certificate,
  };

type Completed = NonNullable<ReturnType<typeof completedFacts>>;
type CertificateProps = { completed: Completed; failure: FormError | undefined };

/** The form that confirms the name on the certificate, or what became of it. */
export function CompletionCertificate({ completed, failure }: CertificateProps) {
  const form = useRef<HTMLFormElement>(null);
  const { value, errors } = formState(failure);
  useFocusFirstError(form, failure);
  const sent = useNavigation().formData;
  const { certificate, courseId } = completed;
  const pending = sent?.get('intent') === 'certificate' && sent.get('courseId') === courseId;
  switch (certificate.kind) {
    case 'none':
      return null;
    case 'issued':
      return (
        <p>
          <ButtonLink to={`/my-certificates/${certificate.uniqueId}`}>
            <Icon of={Award} />
            See your certificate
          </ButtonLink>
        </p>
      );
    case 'waiting-for-approval':
      return <p>Your certificate waits for the issuer's approval.</p>;
    case 'waiting':
      return <p>Your certificate will be issued as soon as possible. You need not do anything.</p>;
    default:
      return (
        <Form ref={form} method="post" noValidate className="form" preventScrollReset>
          <FormAlert errors={failure?.message} />
          <input type="hidden" name="intent" value="certificate" />
          <input type="hidden" name="courseId" value={courseId ?? ''} />
          <TextField
            label="Name on the certificate"
            name="name"
            hint="It cannot be changed afterwards."
            autoComplete="name"
            maxLength={200}
            defaultValue={value('name') ?? certificate.name}
            errors={errors('name')}
          />
          <div>
            <SubmitButton pending={pending} pendingText="Confirming...">
              Confirm and get certificate
            </SubmitButton>
          </div>
        </Form>
      );
  }
}

/** Says on the page of a course that it is completed, with its certificate. */
export const CompletedCourse = ({ completed, failure }: CertificateProps) => (
  <Card className="grid gap-4" aria-label="Completion">
    <div>
      <h2 className="text-xl">You have completed this course</h2>
      <p className="text-muted">
        On {completed.on}, in version {completed.version}. This stays so when the course is changed.
      </p>
    </div>
    <CompletionCertificate completed={completed} failure={failure} />
  </Card>
);
