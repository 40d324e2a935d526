import { data, Form, useNavigation } from 'react-router';
import { z } from 'zod';
import { remindersOf, switchReminders } from '#app/certificates/reminder-settings.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { EmptyState } from '#app/ui/list-parts.tsx';
import { EmailText, PageHeader, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/unsubscribe';

export const meta = () => pageMeta(t('remindersCard.expiryReminders'), t('unsubscribe.stopsMails'));

export const handle = { tokenInUrl: true, anyOrigin: true } satisfies RouteNeeds;

/** Only reads the link, because mail scanners open links too. */
export function loader({ params }: Route.LoaderArgs) {
  try {
    return { reminders: remindersOf(params.token) };
  } catch (error) {
    const known = toErrorParts(error);
    if (!known) throw error;
    return data({ reminders: null }, { status: known.status });
  }
}

/** The button of a mail program sends `List-Unsubscribe=One-Click` (RFC 8058), and those of the page a choice. */
export const action = formAction(
  form({
    schema: z.object({ wanted: z.string().optional() }),
    perform: ({ wanted }, { params }) => switchReminders(params.token, wanted === 'yes'),
    outcome: () => ({ ok: true as const }),
  }),
);

const Address = ({ children }: { children: string }) => (
  <strong className="breakable">
    <EmailText>{children}</EmailText>
  </strong>
);

export default function Unsubscribe({ loaderData: { reminders } }: Route.ComponentProps) {
  const submitting = useNavigation().formMethod === 'POST';
  return (
    <div className="narrow-page">
      <PageHeader title={t('remindersCard.expiryReminders')} />
      {reminders === null ? (
        <EmptyState title={t('common.thisLinkIsNoLongerValid')} />
      ) : (
        <div className="grid gap-6">
          <p role="status">
            {reminders.wanted
              ? rich('unsubscribe.mailsGoTo', { address: <Address>{reminders.address}</Address> })
              : rich('unsubscribe.noMailsGoTo', { address: <Address>{reminders.address}</Address> })}
          </p>
          <Form method="post">
            <SubmitButton name="wanted" value={reminders.wanted ? 'no' : 'yes'} pending={submitting}>
              {reminders.wanted ? t('unsubscribe.stopTheseMails') : t('unsubscribe.sendThemAgain')}
            </SubmitButton>
          </Form>
        </div>
      )}
    </div>
  );
}
