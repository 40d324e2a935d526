import { type EmailAnswer, EmailRequestForm } from '#app/routes/pieces/email-request-form.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';

/** Asks for the address to which a link is mailed. */
export const HolderLinkForm = ({ answer }: { answer: EmailAnswer }) => (
  <div className="narrow-page">
    <PageToast toast={answer?.toast} />
    <PageHeader title={t('common.myCertificates')} lead={t('holderLinkForm.weWillEmailYouALink')} />
    <EmailRequestForm button={t('holderLinkForm.sendLink')} intent="request" answer={answer} />
  </div>
);
