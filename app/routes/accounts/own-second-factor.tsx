import { addPasskey, removePasskey } from '#app/accounts/second-factor/manage-passkeys.server.ts';
import {
  forgetDevice,
  offerSecondFactor,
  removeOwnApp,
  renewCodes,
  secondFactorOf,
  switchOff,
  switchOn,
} from '#app/accounts/second-factor/manage-second-factor.server.ts';
import { isRequired, mustSetUp } from '#app/accounts/second-factor/must-set-up.server.ts';
import {
  addAppSchema,
  addPasskeySchema,
  confirmedSchema,
  forgetDeviceSchema,
  removePasskeySchema,
} from '#app/accounts/second-factor/second-factor.schema.ts';
import { afterProof, proofOf } from '#app/routes/accounts/proof.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { qrCodeOf } from '#app/routes/pieces/pictures.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { ActionAlert } from '#app/ui/list-parts.tsx';
import { Alert, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/own-second-factor';
import { AddApp, App, Devices, NewCodes, Passkeys, RecoveryCodes, SwitchOff } from './factor-cards.tsx';

export const meta = () => pageMeta(t('common.secondFactor'), t('ownSecondFactor.aCodeThatALoginNeeds'));

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const date = (instant: number) => formatInstantAsDate(instant, timeZoneOf(request));
  const own = secondFactorOf(actor);
  return {
    mustSetUp: 'user' in actor && mustSetUp(actor.user),
    isRequired: 'user' in actor && isRequired(actor.user),
    proof: proofOf(actor),
    own: own && {
      codesLeft: own.codesLeft,
      appSince: own.appSince === null ? null : date(own.appSince),
      passkeys: own.passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
        ...passkey,
        since: date(createdAt),
        lastUsed: lastUsedAt === null ? null : date(lastUsedAt),
      })),
      devices: own.devices.map(({ createdAt, expiresAt, ...device }) => ({
        ...device,
        since: date(createdAt),
        until: date(expiresAt),
      })),
    },
    offer: own?.appSince ? null : shown(offerSecondFactor(actor)),
  };
};

const shown = ({ uri, secret, setup }: ReturnType<typeof offerSecondFactor>) => ({
  qr: qrCodeOf(uri),
  secret: secret.replace(/.{4}(?=.)/g, '$& '),
  setup,
});

const withCodes = (
  done: { message: string; codes: readonly string[] | null },
  submission: { intent: string | null },
) => ({ ...stay(done, submission), codes: done.codes });

export const action = intentAction({
  on: form({
    schema: addAppSchema,
    secretFields: ['password', 'code', 'setup'],
    perform: (input, { actor }) => switchOn(actor, input),
    outcome: withCodes,
  }),
  passkey: form({
    schema: addPasskeySchema,
    secretFields: ['password', 'passkey'],
    perform: (input, { actor }) => addPasskey(actor, input),
    outcome: withCodes,
  }),
  'remove-passkey': form({
    schema: removePasskeySchema,
    secretFields: ['password'],
    perform: afterProof(async (input, { actor }) => removePasskey(actor, input)),
    outcome: stay,
  }),
  'remove-app': form({
    schema: confirmedSchema,
    secretFields: ['password'],
    perform: (input, { actor }) => removeOwnApp(actor, input),
    outcome: stay,
  }),
  codes: form({
    schema: confirmedSchema,
    secretFields: ['password'],
    perform: (input, { actor }) => renewCodes(actor, input),
    outcome: withCodes,
  }),
  off: form({
    schema: confirmedSchema,
    secretFields: ['password'],
    perform: (input, { actor }) => switchOff(actor, input),
    outcome: stay,
  }),
  forget: form({
    schema: forgetDeviceSchema,
    perform: (input, { actor }) => forgetDevice(actor, input),
    outcome: stay,
  }),
});

export default function OwnSecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { own, offer, proof } = loaderData;
  const codes = actionData && 'codes' in actionData ? actionData.codes : null;
  const form = { proof, answer: actionData };
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.secondFactor')}
        crumbs={[{ label: t('common.settings'), to: '/settings' }, { label: t('common.secondFactor') }]}
      />
      <ActionAlert answer={actionData} />
      {loaderData.mustSetUp && (
        <div className="mb-6">
          <Alert tone="warning" title={t('ownSecondFactor.thisSiteRequiresASecondFactor')}>
            {t('ownSecondFactor.setItUpToGoOn')}
          </Alert>
        </div>
      )}
      <div className="grid gap-6">
        {codes && <NewCodes codes={codes} />}
        {offer ? (
          <AddApp offer={offer} isFirst={own === null} {...form} />
        ) : (
          <App since={own?.appSince} isOnly={own?.passkeys.length === 0} {...form} />
        )}
        <Passkeys passkeys={own?.passkeys ?? []} {...form} />
        {own && (
          <>
            <RecoveryCodes left={own.codesLeft} {...form} />
            <Devices devices={own.devices} />
            <SwitchOff isRequired={loaderData.isRequired} {...form} />
          </>
        )}
      </div>
    </div>
  );
}
