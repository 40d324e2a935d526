import { useEffect, useRef, useState } from 'react';
import { Link, useNavigation } from 'react-router';
import { pastedId, pastedIds } from '#app/certificates/find-certificate.server.ts';
import { type FormOfId, formatUniqueId, formOf } from '#app/certificates/unique-id.ts';
import { env } from '#app/config/env.server.ts';
import { delayedRedirect, form, intentAction } from '#app/routes/form.server.ts';
import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { statusLabel } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { CheckingNotice } from '#app/routes/pieces/certificate-lists/list-error.tsx';
import { certificateSearch, paymentStates } from '#app/routes/pieces/certificate-lists/list-filters.tsx';
import type { ShownLookedUp } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { ownRow, shownLookedUp, viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { WhetherAnId } from '#app/routes/pieces/certificate-lists/state-alert.tsx';
import { readById } from '#app/routes/site/read-by-id.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { requireLoginWithoutId } from '#app/server/session/guards.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { formatUsd } from '#app/shared/money.ts';
import { DelayedRedirect } from '#app/ui/delayed-redirect.tsx';
import { Fields, TextField, useFocusFirstError, useHydrated } from '#app/ui/form.tsx';
import { ListPage } from '#app/ui/list-page.tsx';
import { Alert, Card, FormAlert, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { askAgain, consentPending } from '#app/verification/consent/consent.server.ts';
import { ownConsentRequests } from '#app/verification/consent/list-consents.server.ts';
import { listOwnVerifications, ownVerifiedCourses } from '#app/verification/list-verifications.server.ts';
import { lookUpCertificate, publicCertificate } from '#app/verification/look-up-certificate.server.ts';
import { certificateFound, invalidCertificate } from '#app/verification/texts.ts';
import {
  lookUpSchema,
  lookUpWithPurposeSchema,
  verificationListSchema,
} from '#app/verification/verification.schema.ts';
import { t } from '#messages';
import type { Route } from './+types/verify';
import { CertificateFacts } from './certificate-facts.tsx';
import { ConsentRequests, PurposeFields } from './consent-requests.tsx';
import { OwnTable } from './own-table.tsx';
import { ScannedCertificate } from './scanned-certificate.tsx';

/** How long the result is shown before the redirect to the payment page. */
const TO_PAYMENT_MS = 1_200;

export const handle = {
  errorText: () => ({ failed: t('common.somethingWentWrong'), position: 'bottom-right' }),
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.verifyCertificate'), t('verify.lookUpACertificateByItsId'));

export const middleware = [requireLoginWithoutId];

export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  if (actor.kind === 'visitor') return readById(url, context, publicCertificate);
  return listLoader(url, lenient(verificationListSchema), (query) => {
    const { verifications, isChecking, nextCursor } = listOwnVerifications(actor, {
      ...query,
      timeZone: timeZoneOf(request),
    });
    const { state, course, from, to } = query;
    const pasted = url.searchParams.get('id') ?? '';
    const [prefilled] = pastedIds(pasted);
    return {
      fee: formatUsd(env().VERIFICATION_FEE_CENTS),
      /** From a certificate's QR code. */
      prefilled: prefilled === undefined ? pasted.slice(0, 100) : formatUniqueId(prefilled),
      filters: { state, course, from, to, courses: ownVerifiedCourses(actor) },
      requests: ownConsentRequests(actor).map(({ askedAt, status, ...asked }) => ({
        ...asked,
        asked: viewOf(request).instant(askedAt),
        status: statusLabel(status),
      })),
      isChecking,
      rows: verifications.map(ownRow(viewOf(request))),
      nextCursor,
    };
  });
};

/** Stays on the page, whose list shows the request. */
const waiting = (message: string) => ({
  ok: true as const,
  waiting: message,
  toast: { kind: 'info' as const, message, position: 'bottom-right' as const },
});

const lookUp = form({
  schema: lookUpWithPurposeSchema,
  details: (error, fields) => ({ form: error && formOf(String(fields.get('uniqueId'))) }),
  perform: (input, { actor }) => lookUpCertificate(actor, { ...input, uniqueId: pastedId(input.uniqueId) }),
  outcome: (answer, { request, url }) =>
    answer.consent === 'pending'
      ? waiting(consentPending())
      : delayedRedirect({
          url,
          to: '/verify/payment',
          delayMs: TO_PAYMENT_MS,
          toast: { kind: 'success', message: certificateFound(), position: 'bottom-right' },
          found: shownLookedUp(answer.found, viewOf(request)),
        }),
});

const again = form({
  schema: lookUpSchema,
  perform: (input, { actor }) => askAgain(actor, input),
  outcome: ({ message }) => waiting(message),
});

export const action = intentAction({ 'look-up': lookUp, 'ask-again': again }, undefined, (fields) =>
  fields.get('intent') === 'ask-again' ? 'ask-again' : 'look-up',
);

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  return 'loginPath' in loaderData ? (
    <ScannedCertificate {...loaderData} />
  ) : (
    <LookUp loaderData={loaderData} actionData={actionData} />
  );
}

type LookUpProps = {
  loaderData: Exclude<Route.ComponentProps['loaderData'], { loginPath: string }>;
  actionData: Route.ComponentProps['actionData'];
};

function LookUp({ loaderData, actionData }: LookUpProps) {
  const { filters, requests } = loaderData;
  const redirect = actionData?.ok && 'redirectTo' in actionData ? actionData : null;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      {redirect && <DelayedRedirect redirectTo={redirect.redirectTo} delayMs={redirect.delayMs} />}
      <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        <LookUpCard
          fee={loaderData.fee}
          prefilled={loaderData.prefilled}
          failure={actionData?.ok === false ? actionData : undefined}
          found={redirect?.found}
          waiting={actionData?.ok && 'waiting' in actionData ? actionData.waiting : null}
        />
        <Steps fee={loaderData.fee} />
      </div>
      {requests.length > 0 && <ConsentRequests rows={requests} />}
      <section aria-labelledby="own-verifications" className="mt-10 grid gap-4">
        <h2 id="own-verifications" className="text-xl">
          {t('common.yourVerifications')}
        </h2>
        <CheckingNotice isChecking={loaderData.isChecking} />
        <ListPage
          list={loaderData}
          search={{
            ...certificateSearch(filters, paymentStates(), t('verifiedList.lookedUp')),
            csv: false,
            always: false,
          }}
          empty={{
            title: t('common.nothingVerifiedYet'),
            text: t('verify.certificatesThatYouLookUpAreListedHere'),
          }}
        >
          {(rows) => <OwnTable rows={rows} />}
        </ListPage>
      </section>
    </>
  );
}

/** Explains the steps and the fee before an ID is entered. */
const Steps = ({ fee }: { fee: string }) => (
  <section aria-labelledby="steps" className="xl:pt-6">
    <h2 id="steps" className="mb-4 text-xl">
      {t('verify.whatHappensNext')}
    </h2>
    <ol className="steps">
      <li>{rich('verify.lookItUp', { strong: (text) => <strong>{text}</strong> })}</li>
      <li>{rich('verify.payFeeOnce', { fee, strong: (text) => <strong>{text}</strong> })}</li>
      <li>{rich('verify.getItAsAnImage', { strong: (text) => <strong>{text}</strong> })}</li>
    </ol>
    <p className="mt-5">
      {rich('verify.doYouHaveItsPdfOrPngAlready', {
        link: (text) => (
          <Link to="/check" className="link">
            {text}
          </Link>
        ),
      })}
    </p>
  </section>
);

const Found = ({ found, fee }: { found: ShownLookedUp; fee: string }) => (
  <div className="grid gap-3">
    <CertificateFacts certificate={found} fee={fee} />
    <p>
      <Link to="/verify/payment" className="link">
        {found.paid ? t('verify.openYourCertificate') : t('verify.continueToPayment')}
      </Link>
    </p>
  </div>
);

type LookUpCardProps = {
  fee: string;
  prefilled: string;
  failure: (FormError & { form?: FormOfId | null }) | undefined;
  found: ShownLookedUp | undefined;
  /** Why there is nothing to pay for yet. */
  waiting: string | null;
};

function LookUpCard({ fee, prefilled, failure, found, waiting }: LookUpCardProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const entered = failure?.lastResult.initialValue?.uniqueId;
  const initial = found?.uniqueId ?? (typeof entered === 'string' ? entered : prefilled);
  const [typed, setTyped] = useState(initial);
  // The field may have been filled in before hydration.
  useEffect(() => {
    setTyped(formRef.current?.querySelector<HTMLInputElement>('[name="uniqueId"]')?.value ?? '');
  }, []);
  const pending = useNavigation().formAction === '/verify';
  const errors = failure?.lastResult.error?.uniqueId;
  useFocusFirstError(formRef, failure);
  return (
    <Card className="grid gap-5">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {t('common.verifyCertificate')}
        </h1>
        <p className="text-muted">{t('verify.enterYourCertificateIdToVerify')}</p>
      </header>
      <FormAlert errors={errors ? null : failure?.message} />
      {failure?.message === invalidCertificate() && failure.form && <WhetherAnId {...failure.form} />}
      {waiting && (
        <Alert tone="info" title={waiting}>
          {t('verify.weAskedTheHolderByMail')}
        </Alert>
      )}
      <Form method="post" action="/verify" ref={formRef} className="grid gap-5" preventScrollReset>
        <TextField
          label={t('common.certificateId')}
          name="uniqueId"
          placeholder={t('verify.enterCertificateId')}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="certificate-id"
          defaultValue={initial}
          key={prefilled}
          errors={errors}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Fields of={failure}>
          <PurposeFields />
        </Fields>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-muted">{t('verify.priceOnce')}</span>
          <span className="price text-xl">{fee}</span>
        </p>
        <SubmitButton
          pending={pending}
          pendingText={t('verify.verifying')}
          disabled={hydrated && !pending && typed.trim() === ''}
        >
          {t('verify.payToVerify')}
        </SubmitButton>
      </Form>
      {found && <Found found={found} fee={fee} />}
    </Card>
  );
}
