import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Named, titleOf } from '#app/certificates/fields.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { PdfLink } from '#app/routes/pieces/certificate-lists/file-links.tsx';
import { useHydrated } from '#app/ui/form.tsx';
import { Alert, Button, ButtonAnchor, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { ShownSharing } from './sharing-card.tsx';

/** Enough for the answer of the form that opens LinkedIn in another tab. */
const OPENED_MS = 1_500;

/** Loads the page again after its form has answered in another tab, and when the reader comes back from there. */
function useLoadAgain(): () => void {
  const { revalidate } = useRevalidator();
  const [sent, setSent] = useState(0);
  useEffect(() => {
    if (sent === 0) return;
    const again = () => {
      if (document.visibilityState === 'visible') void revalidate();
    };
    const timer = setTimeout(() => void revalidate(), OPENED_MS);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [sent, revalidate]);
  return () => setSent((count) => count + 1);
}

/** Opens the public page of a certificate, and LinkedIn's form with its address. */
function OpenAndPassOn({ action }: { action: string }) {
  const loadAgain = useLoadAgain();
  // Without JavaScript in the same tab: the page is loaded again on the way back, and says that it is open.
  const target = useHydrated() ? '_blank' : undefined;
  return (
    <>
      <Form method="post" action={action} reloadDocument target={target} onSubmit={loadAgain}>
        <SubmitButton name="intent" value="linkedin" variant="secondary" block>
          {t('passOn.shareAndAddToLinkedin')}
        </SubmitButton>
      </Form>
      <Form method="post" action={action} preventScrollReset>
        <SubmitButton name="intent" value="open-link" variant="secondary" block>
          {t('sharingCard.share')}
        </SubmitButton>
      </Form>
      <p className="text-muted text-sm">{t('passOn.thisOpensAPage')}</p>
    </>
  );
}

/** Passes an open link on: by the device, or else by copying it. Without JavaScript, leads to the link. */
function ShareButton({ url, title, focus }: { url: string; title: string; focus: boolean }) {
  const [copied, setCopied] = useState(false);
  const look = { variant: 'secondary', block: true } as const;
  if (!useHydrated()) {
    return (
      <ButtonAnchor {...look} href="#sharing">
        {t('sharingCard.share')}
      </ButtonAnchor>
    );
  }
  if ('share' in navigator) {
    const share = () => void navigator.share({ url, title }).catch(() => undefined);
    return (
      <Button {...look} autoFocus={focus} onClick={share}>
        {t('sharingCard.share')}
      </Button>
    );
  }
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <Button {...look} autoFocus={focus} onClick={copy}>
      {copied ? t('sharingCard.copied') : t('sharingCard.copyLink')}
    </Button>
  );
}

/** Says that the page is open, and closes it again while that is new. */
const OpenNow = ({ action }: { action: string }) => (
  <Alert tone="success" title={t('passOn.anyoneWithTheLinkCanSeeIt')}>
    <Form method="post" action={action} className="mt-2" preventScrollReset>
      <SubmitButton name="intent" value="share" variant="secondary" size="small">
        {t('passOn.undo')}
      </SubmitButton>
    </Form>
  </Alert>
);

type PassOnProps = {
  certificate: Named;
  sharing: Pick<ShownSharing, 'isAllowed' | 'link' | 'linkedIn'>;
  /** Whether it may be passed on: not when it was revoked. */
  isOffered: boolean;
  /** Whether the link was opened by the button that is gone now. */
  focus?: boolean;
};

/** What holders do with a certificate: download it, add it to LinkedIn, and share it. */
export function PassOn({
  certificate,
  sharing: { isAllowed, link, linkedIn },
  isOffered,
  focus = false,
}: PassOnProps) {
  const action = `/my-certificates/${certificate.uniqueId}`;
  const url = link?.isOpen ? link.url : null;
  return (
    <div className="grid gap-3">
      <PdfLink certificate={certificate} block />
      {url && linkedIn && (
        <>
          <ButtonAnchor href={linkedIn} target="_blank" rel="noopener noreferrer" variant="secondary" block>
            {t('sharingCard.addToLinkedin')}
          </ButtonAnchor>
          <ShareButton url={url} title={titleOf(certificate)} focus={focus} />
          {link?.isNew && <OpenNow action={action} />}
        </>
      )}
      {!url && isAllowed && isOffered && <OpenAndPassOn action={action} />}
    </div>
  );
}
