import { redirect } from 'react-router';
import { z } from 'zod';
import { pictureSize } from '#app/certificates/certificate-design.server.ts';
import {
  askForCorrection,
  type CorrectionRequest,
  correctionSchema,
  newestCorrection,
} from '#app/certificates/corrections.server.ts';
import { CORRECTABLE, type CorrectionField, correctionLabel, titleOf } from '#app/certificates/fields.ts';
import { heldCertificate } from '#app/certificates/held-certificates.server.ts';
import {
  openShareLink,
  renewShareLink,
  saveSharing,
  sharingOf,
  sharingSchema,
} from '#app/certificates/share-links.server.ts';
import { certificateConsentSchema } from '#app/holders/consent.server.ts';
import { addressOfSession } from '#app/holders/holder-sessions.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { heldRow, linkedInUrl, shownSharing } from '#app/routes/holders/shown-sharing.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { dateFacts } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { idWithStatus, StateBadge } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { filePath, OtherFormats } from '#app/routes/pieces/certificate-lists/file-links.tsx';
import { PagedHistory } from '#app/routes/pieces/certificate-lists/history.tsx';
import { ownFacts } from '#app/routes/pieces/certificate-lists/own-facts.tsx';
import { type View, viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { ownValues, shownTrace } from '#app/routes/pieces/certificate-lists/shown-trace.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import {
  actorContext,
  holderContext,
  holderToken,
  requireHolder,
} from '#app/server/session/context.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Select, TextArea, TextField } from '#app/ui/form.tsx';
import { ActionAlert, Facts } from '#app/ui/list-parts.tsx';
import { Alert, Breadcrumbs, Card, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import {
  chooseConsent,
  consentDecisionSchema,
  decideRequest,
} from '#app/verification/consent/answer-consent.server.ts';
import { type HeldConsent, heldConsent } from '#app/verification/consent/list-consents.server.ts';
import { traceHeld } from '#app/verification/tracing/trace-certificate.server.ts';
import { t } from '#messages';
import type { Route } from './+types/held-certificate';
import { ConsentCard } from './consent-card.tsx';
import { LogOutButton } from './held-list.tsx';
import { PassOn } from './pass-on.tsx';
import { SharingCard } from './sharing-card.tsx';

/** The title is also the name under which a print is saved. */
export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta(
    loaderData ? titleOf(loaderData.shown) : t('heldCertificate.myCertificate'),
    t('heldCertificate.aCertificateThatWasIssuedToYou'),
  );

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

export const middleware = [requireHolder];

const shownConsent = ({ requests, ...choice }: HeldConsent, view: View) => ({
  ...choice,
  requests: requests.map(({ askedAt, ...request }) => ({ ...request, asked: view.instant(askedAt) })),
});

export function loader({ params, request, url, context }: Route.LoaderArgs) {
  const holder = context.get(holderContext);
  const { certificate, related } = heldCertificate(holder, params.uniqueId);
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const trace = traceHeld(context.get(actorContext), holder, params.uniqueId, cursor);
  return {
    shown: heldRow(certificate, viewOf(request)),
    own: ownValues(certificate.issuer.id, certificate.fields),
    related,
    picture: pictureSize(certificate.uniqueId),
    hasSession: addressOfSession(holderToken(request)) !== null,
    result: shownTrace(request, trace),
    consent: shownConsent(heldConsent(certificate), viewOf(request)),
    sharing: shownSharing(sharingOf({ id: certificate.id, issuerId: certificate.issuer.id }), certificate),
    correction: shownCorrection(newestCorrection(certificate.id), viewOf(request)),
    canCorrect: certificate.revocation === null,
  };
}

const shownCorrection = (correction: CorrectionRequest | null, view: View) =>
  correction && {
    field: correction.field,
    right: correction.right,
    asked: view.instant(correction.askedAt),
    decision: correction.decision,
    declineReason: correction.declineReason,
  };

export const action = intentAction({
  consent: form({
    schema: certificateConsentSchema,
    perform: (input, { params, context }) =>
      chooseConsent(context.get(holderContext), params.uniqueId ?? '', input),
    outcome: stay,
  }),
  share: form({
    schema: sharingSchema,
    perform: (input, { params, context }) =>
      saveSharing(context.get(holderContext), params.uniqueId ?? '', input),
    outcome: stay,
  }),
  'open-link': form({
    schema: z.object({}),
    perform: (_, { params, context }) => openShareLink(context.get(holderContext), params.uniqueId ?? ''),
    outcome: stay,
  }),
  linkedin: form({
    schema: z.object({}),
    perform: (_, { params, context }) => {
      const holder = context.get(holderContext);
      const { certificate } = heldCertificate(holder, params.uniqueId ?? '');
      return linkedInUrl(certificate, openShareLink(holder, params.uniqueId ?? '').url);
    },
    // 303, so that the browser opens it by GET.
    outcome: (url) => redirect(url, 303),
  }),
  'new-link': form({
    schema: z.object({}),
    perform: (_, { params, context }) => renewShareLink(context.get(holderContext), params.uniqueId ?? ''),
    outcome: stay,
  }),
  correct: form({
    schema: correctionSchema,
    perform: (input, { params, context }) =>
      askForCorrection(context.get(holderContext), params.uniqueId ?? '', input),
    outcome: stay,
  }),
  decide: form({
    schema: consentDecisionSchema,
    perform: (input, { params, context }) =>
      decideRequest(context.get(holderContext), params.uniqueId ?? '', input),
    outcome: stay,
  }),
});

type Data = Route.ComponentProps['loaderData'];

/** The certificate, and what its holder does with it. */
function CertificateCard({ data, focus }: { data: Data; focus: boolean }) {
  const { shown, own, picture, sharing } = data;
  return (
    <Card className="held-card" aria-label={t('common.certificate')}>
      <img
        src={filePath(shown.uniqueId, 'png')}
        {...picture}
        alt={t('common.certificateOfStudentnameCoursename', shown)}
        className="certificate-image held-picture"
        data-portrait={picture.height > picture.width ? '' : undefined}
      />
      <div className="grid grid-cols-1 content-start gap-4">
        <p>
          <StateBadge
            status={shown.status}
            label={shown.replacedBy ? t('certificateState.replaced') : undefined}
          />
        </p>
        <PassOn certificate={shown} sharing={sharing} isOffered={data.canCorrect} focus={focus} />
        <OtherFormats certificate={shown} />
        <Facts
          breakable
          facts={[
            [t('common.issuedTo'), shown.studentName],
            [t('common.issuer'), shown.issuerName],
            ...dateFacts(shown),
            ...ownFacts(own),
            [t('common.certificateId'), idWithStatus(shown)],
          ]}
        />
      </div>
    </Card>
  );
}

export default function HeldCertificate({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, related, hasSession, result, consent, sharing, correction, canCorrect } = loaderData;
  const failure = (intent: string) =>
    actionData?.ok === false && actionData.intent === intent ? actionData : undefined;
  return (
    <div className="held-page">
      <div className="flex items-start justify-between gap-3">
        <Breadcrumbs
          crumbs={[
            { label: t('common.myCertificates'), to: '/my-certificates' },
            { label: t('common.certificate') },
          ]}
        />
        {hasSession && <LogOutButton size="small" />}
      </div>
      <PageHeader title={shown.courseName} />
      <PageToast toast={actionData?.toast} />
      <ActionAlert answer={actionData} />
      <CertificateCard
        data={loaderData}
        focus={actionData?.ok === true && actionData.intent === 'open-link'}
      />
      <div className="held-cards">
        <div>
          <CorrectionCard correction={correction} canAsk={canCorrect} failure={failure('correct')} />
          <ConsentCard consent={consent} />
        </div>
        <SharingCard sharing={sharing} failure={failure('share')} />
      </div>
      <div className="mt-6">
        <PagedHistory
          trace={result}
          pathOf={(uniqueId) => (related.includes(uniqueId) ? `/my-certificates/${uniqueId}` : null)}
        />
      </div>
    </div>
  );
}

export type ShownCorrection = {
  field: CorrectionField;
  right: string;
  asked: string;
  decision: 'replaced' | 'declined' | null;
  declineReason: string | null;
};

type CorrectionCardProps = {
  correction: ShownCorrection | null;
  canAsk: boolean;
  failure: FormError | undefined;
};

const options = () => CORRECTABLE.map((value) => ({ value, label: correctionLabel(value) }));

function CorrectionForm({ failure }: Pick<CorrectionCardProps, 'failure'>) {
  return (
    <Form failure={failure} method="post" className="mt-4 grid gap-4" preventScrollReset>
      <Select
        label={t('common.whatIsWrong')}
        name="field"
        options={options()}
        defaultValue={CORRECTABLE[0]}
      />
      <TextField label={t('common.whatIsRight')} name="right" required maxLength={200} />
      <TextArea label={t('common.why')} name="reason" required maxLength={500} rows={3} />
      <div>
        <SubmitButton name="intent" value="correct" variant="secondary">
          {t('correctionCard.tellTheIssuer')}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The form for a correction request to the issuer. */
export function CorrectionCard({ correction, canAsk, failure }: CorrectionCardProps) {
  const isOpen = correction?.decision === null;
  return (
    <SettingsCard id="correction" title={t('correctionCard.somethingIsWrong')} className="grid gap-4">
      {isOpen && (
        <Alert tone="info" title={t('correctionCard.theIssuerWasTold')}>
          {t('correctionCard.correctionfieldsRightAskedOnAskedWe', {
            correctionFields: correctionLabel(correction.field),
            right: correction.right,
            asked: correction.asked,
          })}
        </Alert>
      )}
      {correction?.decision === 'declined' && (
        <Alert tone="warning" title={t('correctionCard.theIssuerDeclinedYourLastRequest')}>
          {correction.declineReason}
        </Alert>
      )}
      {canAsk && !isOpen && (
        <details open={failure !== undefined}>
          <summary>{t('correctionCard.askTheIssuerForACorrection')}</summary>
          <CorrectionForm failure={failure} />
        </details>
      )}
      {!canAsk && !isOpen && (
        <p className="text-muted">{t('correctionCard.thisCertificateIsNoLongerValid')}</p>
      )}
    </SettingsCard>
  );
}
