import { useRef } from 'react';
import { type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { scheduledSchema } from '#app/certificates/certificate.schema.ts';
import { enteredFieldsOf } from '#app/certificates/field-values.server.ts';
import { contentOf } from '#app/certificates/fields.ts';
import { ownCourses } from '#app/certificates/list-certificates.server.ts';
import { controlOf, enteredAs, havePictures } from '#app/certificates/own-fields.ts';
import { changedTexts, replaceScheduled } from '#app/certificates/scheduled/change-scheduled.server.ts';
import { findScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { designChoices } from '#app/designs/list-designs.server.ts';
import { PHOTOGRAPH_FORM } from '#app/files/media/texts.ts';
import {
  drawDraft,
  readCertificateForm,
  shownDraft,
} from '#app/routes/certificates/read-certificate-form.server.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { WithdrawForm } from '#app/routes/pieces/certificate-lists/scheduled-cells.tsx';
import { enteredFields } from '#app/routes/read-form.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { useFocusFirstError } from '#app/ui/form.tsx';
import {
  Alert,
  ButtonLink,
  Card,
  FormAlert,
  PageHeader,
  PathLink,
  pageMeta,
  SubmitButton,
} from '#app/ui/page.tsx';
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
import { DraftBox, PreviewButton, useDraft } from './draft-box.tsx';

const LIST = '/admin/issued-certificates?state=scheduled';

export const handle = {
  body: [{ bytes: LONG_FORM_BYTES }],
  upload: PHOTOGRAPH_FORM,
} satisfies RouteNeeds;

export const meta = () =>
  pageMeta(t('scheduledPage.changeScheduledCertificate'), t('scheduledPage.changeOrWithdrawACertificate'));

/** It may have been issued since the form was opened. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  revalidateRefused(args) || args.actionStatus === 409;

/** The form of a certificate that waits. */
const waitingOf = (found: NonNullable<ReturnType<typeof findScheduled>>, request: Request) => {
  const { scheduledFor, notIssued, input, fields, revision } = found;
  return {
    notIssued,
    at: viewOf(request).instant(scheduledFor),
    entered: {
      ...contentOf(input),
      ...Object.fromEntries(fields.map(({ key, value }) => [controlOf(key), enteredAs(value)])),
      expiryDate: input.expiryDate ?? '',
      expiresAfter: input.neverExpires ? t('certificate.never') : '',
      designId: input.designId ?? '',
      revision: String(revision),
    },
  };
};

export const loader = ({ request, params, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  const found = findScheduled(actor, params.uniqueId);
  return {
    uniqueId: found?.uniqueId ?? params.uniqueId,
    waiting: found && waitingOf(found, request),
    designs: designChoices(actor),
    own: enteredFieldsOf(actor.organisation.id),
    courses: ownCourses(actor),
  };
};

const change = form({
  schema: scheduledSchema,
  perform: (input, { actor, params, form: fields }) =>
    replaceScheduled(actor, params.uniqueId ?? '', { ...input, fields: enteredFields(fields) }),
  details: (error) => ({
    ...duplicateDetails(error),
    revision: error?.details?.revision === undefined ? null : String(error.details.revision),
  }),
  outcome: () => redirectWithToast(LIST, changedTexts()),
});

export const action = intentAction(
  { change, preview: drawDraft(shownDraft) },
  readCertificateForm,
  (fields) => String(fields.get('intent') ?? 'change'),
);

const State = ({ uniqueId, waiting }: Pick<Route.ComponentProps['loaderData'], 'uniqueId' | 'waiting'>) =>
  waiting?.notIssued === null ? (
    <Alert tone="info">{t('scheduledPage.uniqueidIsIssuedAt', { uniqueId, at: waiting.at })}</Alert>
  ) : (
    waiting && (
      <Alert tone="error" title={t('scheduledPage.uniqueidWasNotIssued', { uniqueId })}>
        <p>{waiting.notIssued}</p>
        <p>{t('scheduledPage.itWaitsAgainOnceYouSaveIt')}</p>
      </Alert>
    )
  );

/** Where the certificate is that was issued since the form was opened. */
const IssuedMeanwhile = ({ uniqueId, isEntered }: { uniqueId: string; isEntered: boolean }) => (
  <Alert tone="warning" title={t('scheduled.thisCertificateWasIssuedMeanwhile')}>
    <div className="grid justify-items-start gap-3">
      {isEntered && <p>{t('scheduledPage.whatYouEnteredIsNotSaved')}</p>}
      <PathLink className="link" href={`/admin/issued-certificates/${uniqueId}`}>
        {t('afterIssue.openCertificate')}
      </PathLink>
      <PathLink className="link" href={`/admin/issued-certificates/${uniqueId}/replacement`}>
        {t('duplicateQuestion.replaceDuplicateofByACorrectedOne', { duplicateOf: uniqueId })}
      </PathLink>
    </div>
  </Alert>
);

export default function Scheduled({ loaderData, actionData }: Route.ComponentProps) {
  const { uniqueId, waiting, designs, own, courses } = loaderData;
  const formRef = useRef<HTMLFormElement>(null);
  const { formData } = useNavigation();
  const pending = formData !== undefined && formData.get('intent') !== 'preview';
  const failure = actionData?.ok === false ? actionData : undefined;
  const entered: Record<string, unknown> = actionData?.ok
    ? actionData.entered
    : (failure?.lastResult.initialValue ?? waiting?.entered ?? {});
  useFocusFirstError(formRef, failure);
  const draft = useDraft(formRef);
  return (
    <>
      <PageHeader
        title={t('scheduledPage.changeScheduledCertificate')}
        crumbs={[{ label: t('common.issuedCertificates'), to: LIST }, { label: t('common.scheduled') }]}
      />
      <PageToast toast={actionData?.toast} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card className="grid gap-6">
          {waiting ? (
            <State uniqueId={uniqueId} waiting={waiting} />
          ) : (
            <IssuedMeanwhile uniqueId={uniqueId} isEntered={actionData !== undefined} />
          )}
          {(waiting || actionData) && (
            <Form
              method="post"
              {...encodingFor(own)}
              failure={failure}
              ref={formRef}
              className="grid gap-5"
              onInput={draft.update}
              onSubmit={draft.clearForPreview}
            >
              <input type="hidden" name="scheduled" value={uniqueId} />
              <input
                type="hidden"
                name="revision"
                value={String(
                  (failure && 'revision' in failure && failure.revision) || (entered.revision ?? ''),
                )}
              />
              {waiting && <FormAlert errors={failure && !failure.duplicateOf ? failure.message : null} />}
              <CertificateFields
                value={(name) => (typeof entered[name] === 'string' ? entered[name] : '')}
                designs={designs}
                own={own}
                courses={courses}
              />
              {waiting && (
                <div className="flex flex-wrap gap-3">
                  <SubmitButton pending={pending}>{t('common.save')}</SubmitButton>
                  <PreviewButton hasFiles={havePictures(own)} />
                  <ButtonLink to={LIST} variant="quiet">
                    {t('common.cancel')}
                  </ButtonLink>
                </div>
              )}
              <DuplicateQuestion failure={failure} pending={pending} />
            </Form>
          )}
          {waiting && <WithdrawForm uniqueId={uniqueId} action={LIST} />}
        </Card>
        {waiting && (
          <DraftBox
            draft={draft.picture ?? (actionData?.ok ? actionData.draft : null)}
            message={draft.message}
          />
        )}
      </div>
    </>
  );
}
