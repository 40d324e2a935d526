import { data, useNavigation } from 'react-router';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { expectedError } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { EmptyState, Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import {
  answerByLink,
  consentAnswerSchema,
  consentRequest,
} from '#app/verification/consent/answer-consent.server.ts';
import { t } from '#messages';
import type { Route } from './+types/consent';

export const meta = () => pageMeta(t('consent.consent'), t('consent.allowOrDeclineTheLookUp'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

/** Only shows the request, because mail scanners open links too. */
export function loader({ params, request, url }: Route.LoaderArgs) {
  try {
    const { askedAt, ...asked } = consentRequest(params.token);
    return {
      asked: { ...asked, time: formatInstant(askedAt, timeZoneOf(request)) },
      declines: url.searchParams.get('answer') === 'declined',
    };
  } catch (error) {
    if (expectedError(error)?.code !== 'not-found') throw error;
    return data({ asked: null, declines: false }, { status: 404 });
  }
}

export const action = formAction(
  form({
    schema: consentAnswerSchema,
    perform: (input, { params }) => answerByLink(params.token ?? '', input),
    outcome: stay,
  }),
);

const answered = () => ({
  granted: t('consent.youAllowedThisLookUp'),
  declined: t('consent.youDeclinedThisLookUp'),
  lapsed: t('consent.thisRequestHasLapsed'),
});

export default function Consent({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, declines } = loaderData;
  const submitting = useNavigation().formMethod === 'POST';
  return (
    <div className="narrow-page">
      <PageHeader title={t('consent.aRequestToLookUpYourCertificate')} />
      {!asked && (
        <EmptyState
          title={t('consent.thisLinkIsNotValid')}
          action={<ButtonLink to="/my-certificates">{t('common.myCertificates')}</ButtonLink>}
        />
      )}
      {asked && (
        <div className="grid gap-6">
          <FormAlert errors={actionData?.ok === false ? actionData.message : null} />
          <Facts
            breakable
            facts={[
              [t('common.verifier'), asked.verifierName],
              ...(asked.organisation ? ([[t('common.organisation'), asked.organisation]] as const) : []),
              ...(asked.purpose ? ([[t('common.purpose'), asked.purpose]] as const) : []),
              [t('common.course'), asked.course],
              [t('common.certificateId'), asked.uniqueId],
              [t('common.asked'), asked.time],
            ]}
          />
          {asked.state === 'pending' ? (
            <Form method="post" className="flex flex-wrap gap-3">
              <SubmitButton
                name="answer"
                value="granted"
                variant={declines ? 'secondary' : 'primary'}
                pending={submitting}
              >
                {t('common.allow')}
              </SubmitButton>
              <SubmitButton
                name="answer"
                value="declined"
                variant={declines ? 'primary' : 'secondary'}
                pending={submitting}
              >
                {t('common.decline')}
              </SubmitButton>
            </Form>
          ) : (
            <Alert tone={asked.state === 'granted' ? 'success' : 'info'}>{answered()[asked.state]}</Alert>
          )}
          <p className="text-muted">{t('consent.ifYouAllow')}</p>
        </div>
      )}
    </div>
  );
}
