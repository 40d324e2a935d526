import { data, Form, useNavigation } from 'react-router';
import { z } from 'zod';
import {
  announcedReset,
  OBJECTED,
  objectToReset,
} from '#app/accounts/second-factor/object-to-reset.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { requestContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstant } from '#app/shared/dates.ts';
import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/object-to-reset';

export const meta = () => pageMeta('Keep your second factor', 'Objects to the removal of a second factor.');

export const handle = { secret: true } satisfies RouteNeeds;

/** Only reads the link, because mail scanners open links too. */
export function loader({ params, request }: Route.LoaderArgs) {
  try {
    const { reason, effectiveAt, hasObjected } = announcedReset(params.token);
    const at = formatInstant(effectiveAt, timeZoneOf(request));
    return { reset: { reason, at, objected: hasObjected ? OBJECTED : null } };
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
      <PageHeader title="Keep your second factor" />
      {reset === null ? (
        <EmptyState title={loaderData.message} action={<ButtonLink to="/">Log in</ButtonLink>} />
      ) : reset.objected ? (
        <Alert tone="success" title={reset.objected}>
          If you did not ask for the reset, set a new password.
        </Alert>
      ) : (
        <div className="grid gap-6">
          <FormAlert errors={actionData?.ok === false ? actionData.message : null} />
          <p>
            A super admin was asked to remove the second factor of your account. If you did not ask for this,
            object: your second factor then stays as it is.
          </p>
          <Facts
            facts={[
              ['Reason', reset.reason],
              ['Takes effect', reset.at],
            ]}
            breakable
          />
          <Form method="post">
            <SubmitButton pending={submitting}>Object</SubmitButton>
          </Form>
        </div>
      )}
    </div>
  );
}
