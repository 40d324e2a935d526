import { useNavigation } from 'react-router';
import { z } from 'zod';
import {
  certificateMail,
  sendCertificateMail,
  sentAgain,
} from '#app/certificates/certificate-mail.server.ts';
import { named } from '#app/certificates/fields.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import { namedFacts, openerOf } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { mailBadge, mailReason } from '#app/routes/pieces/certificate-lists/mail-note.tsx';
import { viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ActionAlert, Facts } from '#app/ui/list-parts.tsx';
import { Card, EmailText, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/certificate-mail';

export const meta = () =>
  pageMeta(
    t('certificateMail.mailToTheStudent'),
    t('certificateMail.theDeliveryOfTheMessageAboutACertificate'),
  );

export const loader = ({ request, params, url, context }: Route.LoaderArgs) => {
  const { certificate, mail } = certificateMail(context.get(actorContext), params.uniqueId);
  return {
    certificate: named(certificate),
    contact: certificate.studentEmail,
    revoked: certificate.status === 'revoked',
    mail: viewOf(request).mail(mail ?? undefined),
    list: openerOf(url),
  };
};

export const action = formAction(
  form({
    schema: z.object({}),
    perform: async (_, { actor, params }) => {
      await sendCertificateMail(actor, params.uniqueId ?? '');
      return { message: sentAgain() };
    },
    outcome: stay,
  }),
);

type Mail = Route.ComponentProps['loaderData']['mail'];

const times = () =>
  ({
    waiting: t('certificateMail.waitingSince'),
    mailbox: t('common.written'),
    sent: t('common.sent'),
    retrying: t('common.nextAttempt'),
    failed: t('common.givenUp'),
  }) as const;

/** The delivery state of the message, as rows. */
function mailFacts(mail: Mail) {
  if (!mail) return [[t('common.message'), t('certificateMail.sentMoreThan30DaysAgo')]] as const;
  return [
    [t('common.message'), mailBadge(mail.status)],
    [times()[mail.status], mail.at],
    ...(mail.reason ? ([[t('common.mailServersReply'), mailReason(mail.reason)]] as const) : []),
  ] as const;
}

export default function CertificateMailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { certificate, contact, revoked, mail, list } = loaderData;
  const pending = useNavigation().state === 'submitting';
  const facts = [
    ...namedFacts(certificate),
    [t('common.contact'), <EmailText key="contact">{contact}</EmailText>],
    ...mailFacts(mail),
  ] as const;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('certificateMail.mailToTheStudent')}
        crumbs={[list, { label: t('common.mail') }]}
      />
      <ActionAlert answer={actionData} />
      <Card className="grid max-w-3xl gap-6">
        <Facts facts={facts} />
        <May act="certificates">
          <Form method="post" preventScrollReset className="grid justify-items-start gap-3">
            <p className="text-muted">
              {revoked
                ? t('certificateMail.theStudentWillBeToldAgain')
                : t('certificateMail.theStudentWillGetTheCertificates')}
            </p>
            <SubmitButton pending={pending} pendingText={t('certificateMail.sending')}>
              {t('certificateMail.sendAgain')}
            </SubmitButton>
          </Form>
        </May>
      </Card>
    </>
  );
}
