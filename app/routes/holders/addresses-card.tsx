import { Form } from '#app/routes/owned-form.tsx';
import { type EmailAnswer, EmailRequestForm } from '#app/routes/pieces/email-request-form.tsx';
import { shownEmail } from '#app/shared/email-address.ts';
import { EmailText, SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';

type AddressesCardProps = {
  /** Without the account's own address. */
  addresses: readonly string[];
  answer: EmailAnswer;
};

/** The other addresses of an account, with a form for another one. */
export const AddressesCard = ({ addresses, answer }: AddressesCardProps) => (
  <SettingsCard
    id="addresses"
    title={t('addressesCard.otherAddresses')}
    className="narrow-page mt-8 grid gap-5"
  >
    <p className="text-muted">{t('addressesCard.wereCertificatesIssuedToYouAtAnotherAddress')}</p>
    {addresses.length > 0 && (
      <ul className="entries">
        {addresses.map((address) => (
          <li key={address}>
            <EmailText>{address}</EmailText>
            <Form method="post">
              <input type="hidden" name="email" value={address} />
              <SubmitButton
                name="intent"
                value="remove"
                size="small"
                variant="danger"
                aria-label={t('addressesCard.removeAddress', { address: shownEmail(address) })}
              >
                {t('common.remove')}
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    )}
    <EmailRequestForm button={t('common.addAddress')} intent="add" answer={answer} />
  </SettingsCard>
);
