import { redirect } from 'react-router';
import { addAddress, addressSchema, removeAddress } from '#app/accounts/add-address.server.ts';
import { otherAddresses } from '#app/accounts/addresses.server.ts';
import { heldListSchema } from '#app/certificates/certificate-list.schema.ts';
import { listHeldCertificates } from '#app/certificates/held-certificates.server.ts';
import { holderLinkSchema, requestHolderLink } from '#app/certificates/request-holder-link.server.ts';
import { holderSettingsOf, holderSettingsSchema, saveHolderSettings } from '#app/holders/consent.server.ts';
import { addressOfSession, closeHolderSession } from '#app/holders/holder-sessions.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { heldRow } from '#app/routes/holders/shown-sharing.server.ts';
import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { type EmailAnswer, EmailRequestForm } from '#app/routes/pieces/email-request-form.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import {
  actorContext,
  endedHolderCookie,
  holderToken,
  requestHolder,
} from '#app/server/session/context.server.ts';
import { toColumns } from '#app/shared/columns.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { unauthenticated } from '#app/shared/errors.server.ts';
import { Checkbox, RadioGroup } from '#app/ui/form.tsx';
import { ActionAlert } from '#app/ui/list-parts.tsx';
import { EmailText, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/my-certificates';
import { type ConsentName, consentNames } from './consent-card.tsx';
import { HeldList } from './held-list.tsx';

export const meta = () =>
  pageMeta(t('common.myCertificates'), t('myCertificates.seeTheCertificatesThatWereIssuedToYou'));

/** The page of a holder's session is never stored, and its address is sent nowhere. */
export const handle = { tokenInUrl: true } satisfies RouteNeeds;

export function loader({ request, url, context }: Route.LoaderArgs) {
  const holder = requestHolder(request, context);
  if (!holder) return null;
  const actor = context.get(actorContext);
  return listLoader(url, lenient(heldListSchema), (query) => {
    const { certificates, isChecking, nextCursor } = listHeldCertificates(holder, query);
    const view = viewOf(request);
    return {
      columns: toColumns(certificates.map((certificate) => heldRow(certificate, view))),
      isChecking,
      state: query.state,
      nextCursor,
      emails: holder.emails,
      settings: holderSettingsOf(holder),
      hasSession: addressOfSession(holderToken(request)) !== null,
      /** Null without an account. */
      otherAddresses:
        actor.kind === 'user' && actor.user.email !== null ? otherAddresses(actor.user.id) : null,
    };
  });
}

export const action = intentAction({
  request: form({
    schema: holderLinkSchema,
    perform: (input, { actor }) => requestHolderLink(actor, input),
    outcome: stay,
  }),
  close: async ({ request }) => {
    closeHolderSession(holderToken(request));
    return redirect('/my-certificates', { headers: { 'Set-Cookie': endedHolderCookie() } });
  },
  settings: form({
    schema: holderSettingsSchema,
    perform: (input, { request, context }) => {
      const holder = requestHolder(request, context);
      if (!holder) throw unauthenticated();
      return saveHolderSettings(holder, input);
    },
    outcome: stay,
  }),
  add: form({
    schema: addressSchema,
    perform: (input, { actor }) => addAddress(actor, input),
    outcome: stay,
  }),
  remove: form({
    schema: addressSchema,
    perform: (input, { actor }) => removeAddress(actor, input),
    outcome: stay,
  }),
});

/** Asks for the address to which a link is mailed. */
const HolderLinkForm = ({ answer }: { answer: EmailAnswer }) => (
  <div className="narrow-page">
    <PageToast toast={answer?.toast} />
    <PageHeader title={t('common.myCertificates')} lead={t('holderLinkForm.weWillEmailYouALink')} />
    <EmailRequestForm button={t('holderLinkForm.sendLink')} intent="request" answer={answer} />
  </div>
);

export default function MyCertificates({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && 'ok' in actionData ? actionData : undefined;
  if (!loaderData) return <HolderLinkForm answer={answer} />;
  const { otherAddresses, settings } = loaderData;
  return (
    <>
      <PageToast toast={answer?.toast} />
      <ActionAlert answer={answer?.intent === 'remove' ? answer : undefined} />
      <HeldList list={loaderData} />
      <HolderSettings {...settings} />
      {otherAddresses && (
        <AddressesCard addresses={otherAddresses} answer={answer?.intent === 'add' ? answer : undefined} />
      )}
    </>
  );
}

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

type HolderSettingsProps = { consent: ConsentName | null; lookUpMails: boolean; reminders: boolean };

/** What counts for all certificates of a holder. */
export const HolderSettings = ({ consent, lookUpMails, reminders }: HolderSettingsProps) => (
  <SettingsCard
    id="holder-settings"
    title={t('settingsCard.lookUpsOfYourCertificates')}
    className="narrow-page mt-8 grid gap-5"
  >
    <p className="text-muted">{t('settingsCard.somebodyWhoHasTheId')}</p>
    <Form method="post" className="grid gap-4" preventScrollReset>
      <RadioGroup
        label={t('settingsCard.whoMayLookThemUp')}
        name="consent"
        required
        options={Object.entries(consentNames()).map(([value, label]) => ({ value, label }))}
        {...(consent && { defaultValue: consent })}
      />
      <Checkbox
        label={t('settingsCard.mailMeAboutLookUps')}
        name="lookUpMails"
        defaultChecked={lookUpMails}
      />
      <Checkbox label={t('settingsCard.remindMe')} name="reminders" defaultChecked={reminders} />
      <div>
        <SubmitButton name="intent" value="settings" variant="secondary">
          {t('common.save')}
        </SubmitButton>
      </div>
    </Form>
  </SettingsCard>
);
