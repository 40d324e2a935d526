import { data } from 'react-router';
import {
  billingSchema,
  endSessionSchema,
  nameSchema,
  passwordByPasskeySchema,
  passwordSchema,
  proofSchema,
} from '#app/accounts/account.schema.server.ts';
import { endOtherSessions, endSession, listSessions } from '#app/accounts/account-sessions.server.ts';
import { apiTokenFormSchema } from '#app/accounts/api-tokens/api-token.schema.server.ts';
import { listApiTokens } from '#app/accounts/api-tokens/api-token.server.ts';
import { createApiToken, tokenCreated } from '#app/accounts/api-tokens/create-api-token.server.ts';
import {
  emailChangeSchema,
  requestEmailChange,
  requestedEmail,
} from '#app/accounts/email-change/request-email-change.server.ts';
import { hasGoogleLink, removeGoogleLink } from '#app/accounts/google-login.server.ts';
import { latestNameChange, ownFoundation } from '#app/accounts/organisations/request-name.server.ts';
import { mayDo } from '#app/accounts/organisations/roles.ts';
import {
  billingDetails,
  changePassword,
  changePasswordByPasskey,
  me,
  setBillingDetails,
  updateName,
} from '#app/accounts/own-details.server.ts';
import { secondFactorOf } from '#app/accounts/second-factor/manage-second-factor.server.ts';
import { SESSION_TTL_MS } from '#app/accounts/sessions.server.ts';
import {
  reminderSettingsOf,
  reminderSettingsSchema,
  setReminders,
} from '#app/certificates/reminder-settings.server.ts';
import {
  holdSettingSchema,
  ownHoldMinutes,
  setHoldMinutes,
} from '#app/certificates/scheduled/schedule-certificate.server.ts';
import {
  mayHoldersShare,
  setHoldersMayShare,
  sharingSettingSchema,
} from '#app/certificates/share-links.server.ts';
import { loginClientOf } from '#app/routes/accounts/login-form.server.ts';
import { afterProof, proofOf } from '#app/routes/accounts/proof.server.ts';
import { form, intentAction, type Submission, stay } from '#app/routes/form.server.ts';
import { actorContext, sessionCookie, timeZoneOf } from '#app/server/session/context.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { ActionAlert } from '#app/ui/list-parts.tsx';
import { PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/settings';
import { BillingCard, EmailCard, HoldCard, HolderSharingCard, RemindersCard } from './details-cards.tsx';
import {
  AccountCard,
  DataCard,
  GoogleCard,
  LanguageCard,
  OrganisationsCard,
  PasswordCard,
  SecondFactorCard,
  SessionsCard,
  WebhooksCard,
} from './settings-cards.tsx';
import { TokensCard } from './tokens-card.tsx';

const TOKENS_A_PAGE = 50;
const SUGGESTED_MS = 90 * 86_400_000;

export const meta = () => pageMeta(t('common.settings'), t('settings.yourNamePasswordSessionsAndApiTokens'));

const datedIn =
  (zone: string) =>
  <Entry extends { createdAt: number; lastUsedAt: number }>(entry: Entry) => ({
    ...entry,
    createdAt: formatInstantAsDate(entry.createdAt, zone),
    lastUsedAt: formatInstantAsDate(entry.lastUsedAt, zone),
  });

export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const zone = timeZoneOf(request);
  const { id, name, email, username, role } = me(actor);
  const change = latestNameChange(actor);
  const settles =
    'user' in actor && actor.organisation !== null && mayDo(actor.organisation.role, 'certificates');
  const cursorOf = (parameter: string) => url.searchParams.get(parameter) || undefined;
  const sessions = listSessions(actor, cursorOf('sessions'));
  const tokens = listApiTokens(actor, { limit: TOKENS_A_PAGE, cursor: cursorOf('tokens') });
  const dated = datedIn(zone);
  return {
    account: { name, email, username, role, isNameApproved: ownFoundation(id) !== undefined },
    hasSecondFactor: secondFactorOf(actor) !== null,
    hasGoogleLink: hasGoogleLink(id),
    nameChange: change && { ...change, at: formatInstantAsDate(change.at, zone) },
    billing: role === 'superadmin' ? null : billingDetails(actor),
    makesTokens: 'user' in actor && (actor.organisation === null || mayDo(actor.organisation.role, 'manage')),
    reminders: settles ? reminderSettingsOf(actor) : null,
    sharing: settles ? mayHoldersShare(actor) : null,
    holdMinutes: settles ? ownHoldMinutes(actor) : null,
    sessions: {
      rows: sessions.entries.map(dated),
      cursor: cursorOf('sessions') ?? null,
      nextCursor: sessions.nextCursor,
    },
    tokens: {
      rows: tokens.tokens.map(({ expiresAt, ...token }) => ({
        ...dated(token),
        // The day in UTC, as it was entered.
        expiresAt: expiresAt === null ? null : formatInstantAsDate(expiresAt - 1, 'UTC'),
      })),
      cursor: cursorOf('tokens') ?? null,
      nextCursor: tokens.nextCursor,
    },
    proof: proofOf(actor),
    requestedEmail: 'user' in actor ? requestedEmail(actor.user.id) : null,
    suggestedEnd: new Date(now() + SUGGESTED_MS).toISOString().slice(0, 10),
  };
};

/** Stays on the page with the session that replaces the ended one. */
const stayLoggedIn = ({ message, token }: { message: string; token: string }, submission: Submission) =>
  data(stay({ message }, submission), {
    headers: { 'Set-Cookie': sessionCookie(token, SESSION_TTL_MS) },
  });

export const action = intentAction({
  name: form({ schema: nameSchema, perform: (input, { actor }) => updateName(actor, input), outcome: stay }),
  email: form({
    schema: emailChangeSchema,
    secretFields: ['password'],
    perform: (input, { actor }) => requestEmailChange(actor, input),
    outcome: stay,
  }),
  password: form({
    schema: passwordSchema,
    secretFields: ['currentPassword', 'newPassword'],
    perform: (input, { actor, request, context }) =>
      changePassword(actor, input, loginClientOf(request, context)),
    outcome: stayLoggedIn,
  }),
  'password-by-passkey': form({
    schema: passwordByPasskeySchema,
    secretFields: ['passkey', 'newPassword'],
    perform: (input, { actor, request, context }) =>
      changePasswordByPasskey(actor, input, loginClientOf(request, context)),
    outcome: stayLoggedIn,
  }),
  google: form({
    schema: proofSchema,
    perform: afterProof((input, { actor }) => removeGoogleLink(actor, input)),
    outcome: stay,
  }),
  session: form({
    schema: endSessionSchema,
    perform: afterProof((input, { actor }) => endSession(actor, input)),
    outcome: stay,
  }),
  'other-sessions': form({
    schema: proofSchema,
    perform: afterProof((input, { actor }) => endOtherSessions(actor, input)),
    outcome: stay,
  }),
  billing: form({
    schema: billingSchema,
    perform: (input, { actor }) => setBillingDetails(actor, input),
    outcome: stay,
  }),
  reminders: form({
    schema: reminderSettingsSchema,
    perform: (input, { actor }) => setReminders(actor, input),
    outcome: stay,
  }),
  sharing: form({
    schema: sharingSettingSchema,
    perform: (input, { actor }) => setHoldersMayShare(actor, input),
    outcome: stay,
  }),
  hold: form({
    schema: holdSettingSchema,
    perform: (input, { actor }) => setHoldMinutes(actor, input),
    outcome: stay,
  }),
  token: form({
    schema: apiTokenFormSchema,
    secretFields: ['password'],
    perform: (input, { actor }) => createApiToken(actor, input),
    outcome: ({ token, secret }, { intent }) => ({
      ...stay({ message: tokenCreated() }, { intent }),
      made: { name: token.name, secret, neverExpires: token.expiresAt === null },
    }),
  }),
});

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, hasSecondFactor, nameChange, billing, reminders, sharing, holdMinutes, sessions } =
    loaderData;
  const made = actionData && 'made' in actionData ? actionData.made : null;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader title={t('common.settings')} />
      <ActionAlert answer={actionData} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <AccountCard account={account} nameChange={nameChange} answer={actionData} />
          {account.email && (
            <EmailCard
              email={account.email}
              requested={loaderData.requestedEmail}
              proof={loaderData.proof}
              answer={actionData}
            />
          )}
          <PasswordCard account={account} hasPasskeys={loaderData.proof.hasPasskeys} answer={actionData} />
          <LanguageCard />
          <SecondFactorCard isOn={hasSecondFactor} />
          {loaderData.hasGoogleLink && <GoogleCard />}
          <SessionsCard sessions={sessions} />
          {account.role !== 'superadmin' && <OrganisationsCard />}
          <DataCard />
        </div>
        <div className="grid gap-6">
          {reminders && <RemindersCard reminders={reminders} />}
          {sharing !== null && <HolderSharingCard isAllowed={sharing} />}
          {holdMinutes !== null && <HoldCard minutes={holdMinutes} answer={actionData} />}
          {billing && <BillingCard billing={billing} answer={actionData} />}
          {loaderData.makesTokens && (
            <TokensCard
              tokens={loaderData.tokens}
              role={account.role}
              suggestedEnd={loaderData.suggestedEnd}
              proof={loaderData.proof}
              answer={actionData}
              made={made}
            />
          )}
          {loaderData.makesTokens && <WebhooksCard />}
        </div>
      </div>
    </>
  );
}
