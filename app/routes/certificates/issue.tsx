import { Download, ExternalLink } from 'lucide';
import { useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { heldIssueSchema } from '#app/certificates/certificate.schema.ts';
import { type PictureSize, pictureSize } from '#app/certificates/certificate-design.server.ts';
import { validityByDesign } from '#app/certificates/choose-design.server.ts';
import { enteredFieldsOf } from '#app/certificates/field-values.server.ts';
import { contentOf, type Named, named } from '#app/certificates/fields.ts';
import { issuedTexts, rememberedCertificate } from '#app/certificates/issue-certificate.server.ts';
import { ownCourses } from '#app/certificates/list-certificates.server.ts';
import { controlOf, havePictures } from '#app/certificates/own-fields.ts';
import {
  holdMinutesOf,
  issueOrSchedule,
  scheduledTexts,
} from '#app/certificates/scheduled/schedule-certificate.server.ts';
import {
  isScheduled,
  type ListedCertificate,
} from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { designChoices } from '#app/designs/list-designs.server.ts';
import { PHOTOGRAPH_FORM } from '#app/files/media/texts.ts';
import { mailDelivery } from '#app/mail/mail-state.server.ts';
import {
  drawDraft,
  readCertificateForm,
  shownDraft,
} from '#app/routes/certificates/read-certificate-form.server.ts';
import { form, idempotencyKeyOf, intentAction } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { scheduledPath, WithdrawForm } from '#app/routes/pieces/certificate-lists/scheduled-cells.tsx';
import { enteredFields } from '#app/routes/read-form.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { useFocusFirstError } from '#app/ui/form.tsx';
import {
  ButtonAnchor,
  ButtonLink,
  Card,
  FormAlert,
  Icon,
  IdText,
  PageHeader,
  pageMeta,
  rich,
  SubmitButton,
} from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/issue';
import { AfterIssue, IssueAnother, type Mailed, RememberedNote } from './after-issue.tsx';
import {
  CertificateFields,
  DuplicateQuestion,
  duplicateDetails,
  encodingFor,
  expiryByDesign,
  revalidateRefused,
} from './certificate-fields.tsx';
import { DraftBox, PreviewButton, useDraft } from './draft-box.tsx';

export const handle = {
  body: [{ bytes: LONG_FORM_BYTES }],
  upload: PHOTOGRAPH_FORM,
  errorText: () => ({
    failed: t('issue.anErrorOccurred'),
    lookAt: t('common.issuedCertificates'),
  }),
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.issueCertificate'), t('issue.issueACertificateToAStudent'));

/** `formKey` is the Idempotency-Key of the form: submitting it twice issues one certificate. A success comes with a new key. */
export const shouldRevalidate = revalidateRefused;

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  const { organisation } = actor;
  return {
    formKey: newToken(),
    designs: designChoices(actor),
    own: enteredFieldsOf(organisation.id),
    courses: ownCourses(actor),
    holdMinutes: holdMinutesOf(organisation.id),
    remembered: rememberedCertificate(actor, url.searchParams.get('after')),
  };
};

/** What the box beside the form shows: the issued certificate, or when one that waits is issued. */
const shownIssued = (issued: ListedCertificate, request: Request, address: string) =>
  isScheduled(issued)
    ? { scheduled: { ...named(issued), at: viewOf(request).instant(issued.scheduledFor) } }
    : {
        issued: {
          ...named(issued),
          expiry: expiryByDesign(issued.expiryDate, validityByDesign(issued)),
          picture: pictureSize(issued.uniqueId),
          mailed: { address, delivery: mailDelivery() },
        },
      };

const issue = form({
  schema: heldIssueSchema,
  perform: (fromForm, { actor, form: fields }) => {
    const input = { ...fromForm, fields: enteredFields(fields) };
    return issueOrSchedule(actor, input, idempotencyKeyOf(fields, input));
  },
  details: duplicateDetails,
  outcome: (issued, { form: fields, request }) => ({
    ok: true as const,
    formKey: newToken(),
    issued: undefined,
    scheduled: undefined,
    ...shownIssued(issued, request, String(fields.get('studentEmail')).trim()),
    draft: null,
    entered: {
      ...contentOf(issued),
      // As entered: an expiry that follows from a design or a duration belongs to this certificate only.
      ...Object.fromEntries(
        ['expiryDate', 'expiresAfter', 'designId'].map((name) => [name, String(fields.get(name) ?? '')]),
      ),
      ...Object.fromEntries(
        Object.entries(enteredFields(fields)).map(([key, value]) => [controlOf(key), value]),
      ),
    },
    toast: {
      kind: 'success' as const,
      message: isScheduled(issued) ? scheduledTexts() : issuedTexts(),
    },
  }),
});

const preview = drawDraft((draft, submission) => ({
  ...shownDraft(draft, submission),
  formKey: null,
  issued: undefined,
  scheduled: undefined,
}));

export const action = intentAction({ issue, preview }, readCertificateForm, (fields) =>
  String(fields.get('intent') ?? 'issue'),
);

/** A form of its own for each certificate that it follows. */
export default function IssueCertificate(props: Route.ComponentProps) {
  return <IssuePage key={props.loaderData.remembered?.uniqueId} {...props} />;
}

/** The key of the form. A failed request keeps it, so that a retry after a lost response gets the first result. */
function useFormKey(next: string | undefined, first: string): string {
  const [formKey, setFormKey] = useState(next ?? first);
  if (next && next !== formKey) setFormKey(next);
  return next ?? formKey;
}

function IssuePage({ loaderData, actionData }: Route.ComponentProps) {
  const { formAction, formData } = useNavigation();
  const pending =
    formAction?.split('?')[0] === '/admin/issue-certificate' && formData?.get('intent') !== 'preview';
  const formRef = useRef<HTMLFormElement>(null);
  /** The result that was edited since. Its preview and alert are hidden. */
  const [edited, setEdited] = useState<typeof actionData>(undefined);
  const formKey = useFormKey((actionData?.ok && actionData.formKey) || undefined, loaderData.formKey);
  const current = actionData === edited ? undefined : actionData;
  const failure = actionData?.ok === false ? actionData : undefined;
  const { issued, scheduled } = current?.ok ? current : {};
  const entered: Record<string, unknown> = actionData?.ok
    ? actionData.entered
    : (failure?.lastResult.initialValue ?? loaderData.remembered?.fields ?? {});
  useFocusFirstError(formRef, failure);
  const draft = useDraft(formRef, issued);

  return (
    <>
      <PageHeader
        title={t('common.issueCertificate')}
        lead={
          loaderData.holdMinutes === 0
            ? t('issue.certificatesAreFinal')
            : t('issue.newCertificatesWaitThenFinal', { count: loaderData.holdMinutes })
        }
      />
      <PageToast toast={actionData?.toast} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card>
          <Form
            method="post"
            {...encodingFor(loaderData.own)}
            failure={failure}
            ref={formRef}
            className="grid gap-5"
            onInput={() => {
              setEdited(actionData);
              draft.update();
            }}
            onSubmit={draft.clearForPreview}
          >
            <FormAlert errors={current?.ok === false && !current.duplicateOf ? current.message : null} />
            <input type="hidden" name="formKey" value={formKey} />
            {!actionData && <RememberedNote remembered={loaderData.remembered} />}
            <CertificateFields
              value={(name) => (typeof entered[name] === 'string' ? entered[name] : '')}
              designs={loaderData.designs}
              own={loaderData.own}
              withDefaults={!actionData}
              courses={loaderData.courses}
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton pending={pending} pendingText={t('common.issuing')}>
                {t('common.issueCertificate')}
              </SubmitButton>
              <PreviewButton hasFiles={havePictures(loaderData.own)} />
            </div>
            <DuplicateQuestion failure={failure} pending={pending} />
          </Form>
        </Card>
        {/* In view while the form is filled in and sent. */}
        <div className="grid min-w-0 grid-cols-1 xl:sticky xl:top-20">
          {scheduled ? (
            <Scheduled {...scheduled} />
          ) : issued ? (
            <Preview issued={issued} />
          ) : (
            <DraftBox
              draft={draft.picture ?? (actionData?.ok ? actionData.draft : null)}
              message={draft.message}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** The certificate that waits, and where it is changed or withdrawn. */
const Scheduled = ({ uniqueId, at }: Named & { at: string }) => (
  <Card aria-label={t('common.preview')} className="fade-in grid gap-5">
    <p>{rich('issue.certificateIdUniqueid', { uniqueId: <IdText code>{uniqueId}</IdText> })}</p>
    <p>{t('issue.itIsIssuedAtUntilThen', { at })}</p>
    <div className="flex flex-wrap items-center gap-3">
      <IssueAnother uniqueId={uniqueId} />
      <ButtonLink to={scheduledPath(uniqueId)} variant="secondary">
        {t('scheduledCells.change')}
      </ButtonLink>
      <WithdrawForm uniqueId={uniqueId} action="/admin/issued-certificates?state=scheduled" />
    </div>
  </Card>
);

type Issued = Named & { expiry: string | null; picture: PictureSize; mailed: Mailed };

function Preview({ issued }: { issued: Issued }) {
  const file = `/certificates/${issued.uniqueId}`;
  return (
    <Card aria-label={t('common.preview')} className="fade-in grid gap-5">
      <img
        src={`${file}.png`}
        {...issued.picture}
        className="certificate-image"
        alt={t('common.certificateOfStudentnameForCoursename', issued)}
      />
      <p>{rich('issue.certificateIdUniqueid', { uniqueId: <IdText code>{issued.uniqueId}</IdText> })}</p>
      {issued.expiry && <p>{issued.expiry}</p>}
      <div className="flex flex-wrap gap-3">
        <ButtonAnchor href={`${file}.png`} download variant="secondary">
          <Icon of={Download} />
          {t('common.downloadPng')}
        </ButtonAnchor>
        <ButtonAnchor href={`${file}.pdf`} target="_blank" rel="noopener" variant="secondary">
          <Icon of={ExternalLink} className="icon-points" />
          {t('issue.viewPdf')}
        </ButtonAnchor>
      </div>
      <AfterIssue {...issued} />
    </Card>
  );
}
