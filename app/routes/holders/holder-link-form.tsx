import { type EmailAnswer, EmailRequestForm } from '#app/routes/pieces/email-request-form.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { PageToast } from '#app/ui/toast.tsx';

/** Asks for the address to which a link is mailed. */
export const HolderLinkForm = ({ answer }: { answer: EmailAnswer }) => (
  <div className="narrow-page">
    <PageToast toast={answer?.toast} />
    <PageHeader
      title="My certificates"
      lead="We will email you a link to the certificates that were issued to your address. You need no account."
    />
    <EmailRequestForm button="Send Link" intent="request" answer={answer} />
  </div>
);
