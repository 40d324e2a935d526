import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { enteredFieldsOf } from '#app/certificates/field-values.server.ts';
import { contentOf } from '#app/certificates/fields.ts';
import { ownCourses } from '#app/certificates/list-certificates.server.ts';
import { controlOf, enteredAs } from '#app/certificates/own-fields.ts';
import { changedTexts, replaceScheduled } from '#app/certificates/scheduled/change-scheduled.server.ts';
import { findScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { designChoices } from '#app/designs/list-designs.server.ts';
import { PHOTOGRAPH_FORM } from '#app/files/media/texts.ts';
import { readCertificateForm } from '#app/routes/certificates/read-certificate-form.server.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { WithdrawForm } from '#app/routes/pieces/certificate-lists/scheduled-cells.tsx';
import { enteredFields } from '#app/routes/read-form.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { useFocusFirstError } from '#app/ui/form.tsx';
import { Alert, ButtonLink, Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/scheduled';
import {
  CertificateFields,
  DuplicateQuestion,
  duplicateDetails,
  encodingFor,
  revalidateRefused,
} from './certificate-fields.tsx';

const LIST = '/admin/issued-certificates?state=scheduled';

export const handle = {
  body: [{ bytes: LONG_FORM_BYTES }],
  upload: PHOTOGRAPH_FORM,
} satisfies RouteNeeds;

export const meta = () =>
  pageMeta(t('scheduledPage.changeScheduledCertificate'), t('scheduledPage.changeOrWithdrawACertificate'));

export const shouldRevalidate = revalidateRefused;

export const loader = ({ request, params, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { uniqueId, issuer, scheduledFor, notIssued, input, fields } = findScheduled(actor, params.uniqueId);
  return {
    uniqueId,
    notIssued,
    at: viewOf(request).instant(scheduledFor),
    designs: designChoices(actor),
    own: enteredFieldsOf(issuer.id),
    courses: ownCourses(actor),
    entered: {
      ...contentOf(input),
      ...Object.fromEntries(fields.map(({ key, value }) => [controlOf(key), enteredAs(value)])),
      expiryDate: input.expiryDate ?? '',
      expiresAfter: input.neverExpires ? t('certificate.never') : '',
      designId: input.designId ?? '',
    },
  };
};

export const action = formAction(
  form({
    schema: issueSchema,
    perform: (input, { actor, params, form: fields }) =>
      replaceScheduled(actor, params.uniqueId ?? '', { ...input, fields: enteredFields(fields) }),
    details: duplicateDetails,
    outcome: () => redirectWithToast(LIST, changedTexts()),
  }),
  readCertificateForm,
);

export default function Scheduled({ loaderData, actionData }: Route.ComponentProps) {
  const { uniqueId, at, notIssued, designs, own, courses } = loaderData;
  const formRef = useRef<HTMLFormElement>(null);
  const pending = useNavigation().state === 'submitting';
  const entered: Record<string, unknown> = actionData?.lastResult.initialValue ?? loaderData.entered;
  useFocusFirstError(formRef, actionData);
  return (
    <>
      <PageHeader
        title={t('scheduledPage.changeScheduledCertificate')}
        crumbs={[{ label: t('common.issuedCertificates'), to: LIST }, { label: t('common.scheduled') }]}
      />
      <PageToast toast={actionData?.toast} />
      <Card className="grid max-w-3xl gap-6">
        {notIssued === null ? (
          <Alert tone="info">{t('scheduledPage.uniqueidIsIssuedAt', { uniqueId, at })}</Alert>
        ) : (
          <Alert tone="error" title={t('scheduledPage.uniqueidWasNotIssued', { uniqueId })}>
            <p>{notIssued}</p>
            <p>{t('scheduledPage.itWaitsAgainOnceYouSaveIt')}</p>
          </Alert>
        )}
        <Form method="post" {...encodingFor(own)} failure={actionData} ref={formRef} className="grid gap-5">
          <FormAlert errors={actionData && !actionData.duplicateOf ? actionData.message : null} />
          <CertificateFields
            value={(name) => (typeof entered[name] === 'string' ? entered[name] : '')}
            designs={designs}
            own={own}
            courses={courses}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton pending={pending}>{t('common.save')}</SubmitButton>
            <ButtonLink to={LIST} variant="quiet">
              {t('common.cancel')}
            </ButtonLink>
          </div>
          <DuplicateQuestion failure={actionData} pending={pending} />
        </Form>
        <WithdrawForm uniqueId={uniqueId} action={LIST} />
      </Card>
    </>
  );
}
