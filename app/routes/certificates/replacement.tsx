import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { validityByDesign } from '#app/certificates/choose-design.server.ts';
import { newestCorrection } from '#app/certificates/corrections.server.ts';
import { enteredFieldsOf } from '#app/certificates/field-values.server.ts';
import { contentOf, correctionLabel } from '#app/certificates/fields.ts';
import { ownCourses } from '#app/certificates/list-certificates.server.ts';
import { controlOf, enteredAs } from '#app/certificates/own-fields.ts';
import {
  certificateToReplace,
  replaceCertificate,
  replaced,
} from '#app/certificates/replace-certificate.server.ts';
import { designChoices } from '#app/designs/list-designs.server.ts';
import { PHOTOGRAPH_FORM } from '#app/files/media/texts.ts';
import { readCertificateForm } from '#app/routes/certificates/read-certificate-form.server.ts';
import { form, formAction, idempotencyKeyOf, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { openerOf } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { enteredFields } from '#app/routes/read-form.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { useFocusFirstError } from '#app/ui/form.tsx';
import { Alert, ButtonLink, Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/replacement';
import {
  CertificateFields,
  DuplicateQuestion,
  duplicateDetails,
  encodingFor,
  expiryByDesign,
  revalidateRefused,
} from './certificate-fields.tsx';

export const handle = {
  body: [{ bytes: LONG_FORM_BYTES }],
  upload: PHOTOGRAPH_FORM,
} satisfies RouteNeeds;

export const meta = () =>
  pageMeta(t('replacement.replaceCertificate'), t('replacement.issueACorrectedCertificateInPlace'));

export const shouldRevalidate = revalidateRefused;

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const certificate = certificateToReplace(context.get(actorContext), params.uniqueId);
  const own = enteredFieldsOf(certificate.issuer.id);
  const { uniqueId, expiryDate } = certificate;
  const newest = newestCorrection(certificate.id);
  const correction = newest?.decision === null ? newest : null;
  const validity = validityByDesign(certificate);
  return {
    formKey: newToken(),
    list: openerOf(url),
    uniqueId,
    revoked: certificate.revocation !== null,
    designs: designChoices(context.get(actorContext)),
    own,
    courses: ownCourses(context.get(actorContext)),
    entered: {
      ...contentOf(certificate),
      ...Object.fromEntries(certificate.fields.map(({ key, value }) => [controlOf(key), enteredAs(value)])),
      expiryDate: validity === null ? (expiryDate ?? '') : '',
      ...(correction && correction.field !== 'other' && { [correction.field]: correction.right }),
    },
    expiry: expiryByDesign(expiryDate, validity),
    correction: correction && {
      field: correctionLabel(correction.field),
      right: correction.right,
      reason: correction.reason,
    },
  };
};

export const action = formAction(
  form({
    schema: issueSchema,
    perform: (fromForm, { actor, params, form: fields }) => {
      const input = { ...fromForm, fields: enteredFields(fields), expiryByDesign: true as const };
      return replaceCertificate(actor, params.uniqueId ?? '', input, idempotencyKeyOf(fields, input));
    },
    details: duplicateDetails,
    // From the page of the old certificate it leads to that of the corrected one, with its picture.
    outcome: ({ uniqueId }, { url }) => {
      const isFromPage = url.searchParams.has('certificate');
      return redirectWithToast(
        isFromPage ? `/admin/issued-certificates/${uniqueId}` : openerOf(url).to,
        replaced(),
      );
    },
  }),
  readCertificateForm,
);

type CorrectionProps = NonNullable<Route.ComponentProps['loaderData']['correction']>;

const Correction = ({ field, right, reason }: CorrectionProps) => (
  <Alert tone="info" title={t('replacement.theHolderAsksForACorrection')}>
    <p>{t('page.labelValue', { label: field, value: right })}</p>
    <p dir="auto">{reason}</p>
  </Alert>
);

export default function Replacement({ loaderData, actionData }: Route.ComponentProps) {
  const { uniqueId, revoked, designs, own, courses, expiry, correction } = loaderData;
  const formRef = useRef<HTMLFormElement>(null);
  const pending = useNavigation().state === 'submitting';
  const entered: Record<string, unknown> = actionData?.lastResult.initialValue ?? loaderData.entered;
  useFocusFirstError(formRef, actionData);
  return (
    <>
      <PageHeader
        title={t('replacement.replaceCertificate')}
        lead={t('replacement.theCorrectedCertificateReplacesUniqueid', { uniqueId })}
        crumbs={[loaderData.list, { label: t('common.replace') }]}
      />
      <PageToast toast={actionData?.toast} />
      <Card className="grid max-w-3xl gap-6">
        {revoked ? (
          <Alert tone="warning">{t('common.thisCertificateIsAlreadyRevoked')}</Alert>
        ) : (
          <Form method="post" {...encodingFor(own)} failure={actionData} ref={formRef} className="grid gap-5">
            <input type="hidden" name="formKey" value={loaderData.formKey} />
            <FormAlert errors={actionData && !actionData.duplicateOf ? actionData.message : null} />
            {correction && <Correction {...correction} />}
            <Alert tone="warning" title={t('common.thisCannotBeUndone')}>
              {t('replacement.theOldCertificateIsRevoked')}
            </Alert>
            {expiry && <Alert tone="info">{expiry}</Alert>}
            <CertificateFields
              value={(name) => (typeof entered[name] === 'string' ? entered[name] : '')}
              designs={designs}
              own={own}
              courses={courses}
              unchosenDesign={t('replacement.sameAsTheOldCertificate')}
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton pending={pending} pendingText={t('replacement.replacing')}>
                {t('replacement.replaceCertificate')}
              </SubmitButton>
              <ButtonLink to={loaderData.list.to} variant="quiet">
                {t('common.cancel')}
              </ButtonLink>
            </div>
            <DuplicateQuestion failure={actionData} pending={pending} />
          </Form>
        )}
      </Card>
    </>
  );
}
