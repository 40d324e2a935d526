import { data, Form, useNavigation } from 'react-router';
import { z } from 'zod';
import { announcedReset, objectedTexts, objectToReset } from '#app/accounts/second-factor/resets.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { requestContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { EmptyState, Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/object-to-reset';

export const meta = () =>
  pageMeta(t('objectToReset.keepYourSecondFactor'), t('objectToReset.objectsToTheRemovalOfASecondFactor'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

/** Only reads the link, because mail scanners open links too. */
export function loader({ params, request }: Route.LoaderArgs) {
  try {
    const { reason, effectiveAt, hasObjected } = announcedReset(params.token);
    const at = formatInstant(effectiveAt, timeZoneOf(request));
    return { reset: { reason, at, objected: hasObjected ? objectedTexts() : null } };
  } catch (error) {
    const known = toErrorParts(error);
    if (!known) throw error;
    return data({ reset: null, message: known.message }, { status: known.status });
  }
}

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { params, context }) =>
      objectToReset(params.token ?? '', context.get(requestContext).address),
    outcome: stay,
  }),
);

export default function ObjectToReset({ loaderData, actionData }: Route.ComponentProps) {
  const submitting = useNavigation().formMethod === 'POST';
  const { reset } = loaderData;
  return (
    <div className="narrow-page">
      <PageHeader title={t('objectToReset.keepYourSecondFactor')} />
      {reset === null ? (
        <EmptyState title={loaderData.message} action={<ButtonLink to="/">{t('common.logIn')}</ButtonLink>} />
      ) : reset.objected ? (
        <Alert tone="success" title={reset.objected}>
          {t('objectToReset.ifYouDidNotAskForTheReset')}
        </Alert>
      ) : (
        <div className="grid gap-6">
          <FormAlert errors={actionData?.ok === false ? actionData.message : null} />
          <p>{t('objectToReset.aSuperAdminWasAsked')}</p>
          <Facts
            facts={[
              [t('common.reason'), reset.reason],
              [t('common.takesEffect'), reset.at],
            ]}
            breakable
          />
          <Form method="post">
            <SubmitButton pending={submitting}>{t('common.object')}</SubmitButton>
          </Form>
        </div>
      )}
    </div>
  );
}
