import { z } from 'zod';
import { announcedReset, objectedTexts, objectToReset } from '#app/accounts/second-factor/resets.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { LinkPage } from '#app/routes/pieces/link-page.tsx';
import { openLink } from '#app/routes/pieces/open-link.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { requestContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { Alert, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/object-to-reset';

export const meta = () =>
  pageMeta(t('objectToReset.keepYourSecondFactor'), t('objectToReset.objectsToTheRemovalOfASecondFactor'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

export const loader = ({ params, request }: Route.LoaderArgs) =>
  openLink(() => {
    const { reason, effectiveAt, hasObjected } = announcedReset(params.token);
    const at = formatInstant(effectiveAt, timeZoneOf(request));
    return { reason, at, objected: hasObjected ? objectedTexts() : null };
  });

export const action = formAction(
  form({
    schema: z.object({}),
    perform: (_, { params, context }) =>
      objectToReset(params.token ?? '', context.get(requestContext).address),
    outcome: stay,
  }),
);

export default function ObjectToReset({ loaderData: { opened, message }, actionData }: Route.ComponentProps) {
  return (
    <LinkPage
      title={t('objectToReset.keepYourSecondFactor')}
      message={message}
      answer={actionData}
      done={
        opened?.objected && (
          <Alert tone="success" title={opened.objected}>
            {t('objectToReset.ifYouDidNotAskForTheReset')}
          </Alert>
        )
      }
      button={t('common.object')}
    >
      <p>{t('objectToReset.aSuperAdminWasAsked')}</p>
      {opened && (
        <Facts
          facts={[
            [t('common.reason'), opened.reason],
            [t('common.takesEffect'), opened.at],
          ]}
          breakable
        />
      )}
    </LinkPage>
  );
}
