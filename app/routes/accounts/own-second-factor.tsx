import { Form, useNavigation } from 'react-router';
import {
  forgetDevice,
  offerSecondFactor,
  renewCodes,
  secondFactorOf,
  switchOff,
  switchOn,
} from '#app/accounts/second-factor/manage-second-factor.server.ts';
import { isRequired, mustSetUp } from '#app/accounts/second-factor/must-set-up.server.ts';
import {
  addAppSchema,
  confirmedSchema,
  forgetDeviceSchema,
} from '#app/accounts/second-factor/second-factor.schema.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { qrCodeOf } from '#app/routes/pieces/qr-svg.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { ActionAlert } from '#app/ui/action-alert.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/own-second-factor';
import { deviceOf } from './device-name.ts';

export const meta = () => pageMeta('Second factor', 'A code that a login needs besides the password.');

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const date = (instant: number) => formatInstantAsDate(instant, timeZoneOf(request));
  const own = secondFactorOf(actor);
  return {
    mustSetUp: 'user' in actor && mustSetUp(actor.user),
    isRequired: 'user' in actor && isRequired(actor.user.role),
    isSuperAdmin: 'user' in actor && actor.user.role === 'superadmin',
    own: own && {
      ...own,
      since: date(own.since),
      devices: own.devices.map(({ createdAt, expiresAt, ...device }) => ({
        ...device,
        since: date(createdAt),
        until: date(expiresAt),
      })),
    },
    offer: own ? null : shown(offerSecondFactor(actor)),
  };
};

const shown = ({ uri, secret, setup }: ReturnType<typeof offerSecondFactor>) => ({
  qr: qrCodeOf(uri),
  secret: secret.replace(/.{4}(?=.)/g, '$& '),
  setup,
});

export const action = intentAction({
  on: form({
    schema: addAppSchema,
    secretFields: ['password', 'code', 'setup'],
    perform: (input, { actor }) => switchOn(actor, input),
    outcome: (done, submission) => ({ ...stay(done, submission), codes: done.codes }),
  }),
  codes: form({
    schema: confirmedSchema,
    secretFields: ['password'],
    perform: (input, { actor }) => renewCodes(actor, input),
    outcome: (done, submission) => ({ ...stay(done, submission), codes: done.codes }),
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

type Data = Route.ComponentProps['loaderData'];
type Answer = Route.ComponentProps['actionData'];

export default function OwnSecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { own, offer, isSuperAdmin } = loaderData;
  const codes = actionData && 'codes' in actionData ? actionData.codes : null;
  const password = isSuperAdmin ? 'Password 1' : 'Current password';
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title="Second factor"
        crumbs={[{ label: 'Settings', to: '/settings' }, { label: 'Second factor' }]}
      />
      <ActionAlert answer={actionData} />
      {loaderData.mustSetUp && (
        <div className="mb-6">
          <Alert tone="warning" title="This site requires a second factor">
            Set it up to go on. Until then you can only log out.
          </Alert>
        </div>
      )}
      {codes && <NewCodes codes={codes} />}
      {offer && <AddApp offer={offer} password={password} answer={actionData} />}
      {own && <Manage own={own} isRequired={loaderData.isRequired} password={password} answer={actionData} />}
    </div>
  );
}

const NewCodes = ({ codes }: { codes: readonly string[] }) => (
  <Card className="mb-6 grid gap-4" aria-labelledby="new-codes">
    <h2 id="new-codes" className="text-xl">
      Your recovery codes
    </h2>
    <Alert tone="warning" title="Write them down or print them now">
      They are not shown again. Each logs you in once when you do not have your app.
    </Alert>
    <ul className="grid gap-2 sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code}>
          <code className="certificate-id">{code}</code>
        </li>
      ))}
    </ul>
  </Card>
);

type PasswordProps = { label: string; answer: Answer; intent: string };

function PasswordField({ label, answer, intent }: PasswordProps) {
  const failure = answer?.ok === false && answer.intent === intent ? answer : null;
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="current-password"
      required
      errors={formState(failure).errors('password')}
    />
  );
}

const usePending = (intent: string) => useNavigation().formData?.get('intent') === intent;

type AddAppProps = { offer: NonNullable<Data['offer']>; password: string; answer: Answer };

function AddApp({ offer, password, answer }: AddAppProps) {
  const failure = answer?.ok === false && answer.intent === 'on' ? answer : null;
  return (
    <Card className="grid grid-cols-1 gap-5" aria-labelledby="add-app">
      <h2 id="add-app" className="text-xl">
        Switch it on
      </h2>
      <p className="text-muted">
        A login then asks for six digits from an app on your phone, such as Aegis, 2FAS or Google
        Authenticator. Somebody who knows your password cannot log in without your phone.
      </p>
      <ol className="steps">
        <li>
          <strong>Scan the code</strong> with your app, or type the key{' '}
          <code className="certificate-id">{offer.secret}</code>
          <img src={offer.qr} alt="QR code of the key" width={200} height={200} className="mt-4" />
        </li>
        <li>
          <strong>Enter the six digits</strong> that the app shows now.
        </li>
      </ol>
      <Form method="post" className="form" preventScrollReset>
        <input type="hidden" name="setup" value={offer.setup} />
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          errors={formState(failure).errors('code')}
        />
        <PasswordField label={password} answer={answer} intent="on" />
        <SubmitButton name="intent" value="on" pending={usePending('on')}>
          Switch On
        </SubmitButton>
      </Form>
    </Card>
  );
}

const Devices = ({ devices }: { devices: NonNullable<Data['own']>['devices'] }) => (
  <Card className="grid gap-5" aria-labelledby="devices">
    <h2 id="devices" className="text-xl">
      Browsers that are not asked
    </h2>
    {devices.length === 0 ? (
      <p className="text-muted">None. A login asks for a code in every browser.</p>
    ) : (
      <ul className="entries">
        {devices.map(({ id, userAgent, address, since, until }) => (
          <li key={id}>
            <div className="min-w-0">
              <p className="breakable font-semibold">{deviceOf(userAgent)}</p>
              <p className="text-muted text-sm">
                {address}, since {since}, until {until}
              </p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="device" value={id} />
              <SubmitButton
                name="intent"
                value="forget"
                size="small"
                variant="danger"
                aria-label={`Ask again on ${deviceOf(userAgent)} since ${since}`}
              >
                Ask again
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

type ManageProps = { own: NonNullable<Data['own']>; isRequired: boolean; password: string; answer: Answer };

const Manage = ({ own, isRequired, password, answer }: ManageProps) => (
  <div className="grid gap-6">
    <Card className="grid gap-5" aria-labelledby="codes">
      <h2 id="codes" className="text-xl">
        Recovery codes
      </h2>
      <p className="text-muted">
        The second factor is on since {own.since}. You have {own.codesLeft} of 10 recovery codes left.
      </p>
      <Form method="post" className="form" preventScrollReset>
        <PasswordField label={password} answer={answer} intent="codes" />
        <SubmitButton name="intent" value="codes" variant="secondary" pending={usePending('codes')}>
          New Recovery Codes
        </SubmitButton>
      </Form>
    </Card>
    <Devices devices={own.devices} />
    <Card className="grid gap-5" aria-labelledby="switch-off">
      <h2 id="switch-off" className="text-xl">
        Switch it off
      </h2>
      {isRequired ? (
        <p className="text-muted">This site requires a second factor.</p>
      ) : (
        <SwitchOff password={password} answer={answer} />
      )}
    </Card>
  </div>
);

const SwitchOff = ({ password, answer }: { password: string; answer: Answer }) => (
  <Form method="post" className="form" preventScrollReset>
    <PasswordField label={password} answer={answer} intent="off" />
    <SubmitButton name="intent" value="off" variant="danger" pending={usePending('off')}>
      Switch Off
    </SubmitButton>
  </Form>
);
