import { Award } from 'lucide';
import { useRef } from 'react';
import { useNavigation } from 'react-router';
import type { MyCompletion } from '#app/courses/completion/my-completion.server.ts';
import { PassOn } from '#app/routes/holders/pass-on.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import { filePath } from '#app/routes/pieces/certificate-lists/file-links.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { ButtonLink, type ButtonLook, Card, FormAlert, Icon, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/course';

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
type LookProps = Pick<ButtonLook, 'variant'>;

/** The form that confirms the name on the certificate, or what became of it. */
export function CompletionCertificate({ completed, failure, variant }: CertificateProps & LookProps) {
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, failure);
  const sent = useNavigation().formData;
  const { certificate, courseId } = completed;
  const pending = sent?.get('intent') === 'certificate' && sent.get('courseId') === courseId;
  switch (certificate.kind) {
    case 'none':
      return null;
    case 'issued':
      if (!certificate.isHeld)
        return <p>{t('completedCourse.itWasIssuedToAnotherAddress', { uniqueId: certificate.uniqueId })}</p>;
      return (
        <p>
          <ButtonLink to={`/my-certificates/${certificate.uniqueId}`} variant={variant}>
            <Icon of={Award} />
            {t('common.seeYourCertificate')}
          </ButtonLink>
        </p>
      );
    case 'waiting-for-approval':
      return <p>{t('completedCourse.yourCertificateWaitsForTheIssuersApproval')}</p>;
    case 'waiting':
      return <p>{t('completedCourse.yourCertificateWillBeIssuedAs')}</p>;
    default:
      return (
        <Form failure={failure} ref={form} method="post" noValidate className="form" preventScrollReset>
          <FormAlert errors={failure?.message} />
          <input type="hidden" name="intent" value="certificate" />
          <input type="hidden" name="courseId" value={courseId ?? ''} />
          <TextField
            label={t('completedCourse.nameOnTheCertificate')}
            name="name"
            hint={t('completedCourse.itCannotBeChangedAfterwards')}
            autoComplete="name"
            maxLength={200}
            defaultValue={certificate.name}
          />
          <div>
            <SubmitButton pending={pending} pendingText={t('completedCourse.confirming')}>
              {t('completedCourse.confirmAndGetCertificate')}
            </SubmitButton>
          </div>
        </Form>
      );
  }
}

type CompletedCourseProps = CertificateProps & { award: Route.ComponentProps['loaderData']['award'] };

/** Says on the page of a course that it is completed, with its certificate. */
export const CompletedCourse = ({ completed, award, failure }: CompletedCourseProps) => (
  <Card className="completed-card" aria-labelledby="completed">
    <div>
      <h2 id="completed" tabIndex={-1} className="text-xl">
        {t('completedCourse.youHaveCompletedThisCourse')}
      </h2>
      <p className="text-muted">
        {t('completedCourse.onOnInVersionVersionThis', { on: completed.on, version: completed.version })}
      </p>
    </div>
    {award && (
      <img
        src={filePath(award.shown.uniqueId, 'png')}
        {...award.picture}
        className="certificate-image"
        alt={t('common.certificateOfStudentnameCoursename', award.shown)}
      />
    )}
    <div className="grid content-start gap-4">
      {award && <PassOn certificate={award.shown} sharing={award.sharing} isOffered={award.isOffered} />}
      <CompletionCertificate completed={completed} failure={failure} variant={award ? 'quiet' : 'primary'} />
    </div>
  </Card>
);
