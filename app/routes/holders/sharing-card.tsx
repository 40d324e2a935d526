import { useState } from 'react';
import type { Sharing } from '#app/certificates/share-links.server.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { Checkbox, CheckboxGroup, TextArea, TextField, useHydrated } from '#app/ui/form.tsx';
import { Alert, Button, ButtonAnchor, SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';

export type ShownSharing = Sharing & {
  /** The own fields that the page may show. */
  shareable: { value: string; label: string }[];
  /** The names of those that the PDF contains and does not print. */
  unprinted: string[];
  linkedIn: string | null;
  qr: string | null;
  snippet: string | null;
};

type SharingCardProps = {
  sharing: ShownSharing;
  title: string;
  failure: FormError | undefined;
};

/** Switches the public page of a certificate on, and shows how to pass its link on. */
export const SharingCard = ({ sharing, title, failure }: SharingCardProps) => (
  <SettingsCard id="sharing" title={t('sharingCard.sharing')} className="mb-6 grid grid-cols-1 gap-5">
    {sharing.isAllowed || sharing.link ? (
      <>
        <p className="text-muted">
          {joinSentences([t('sharingCard.aLinkOpensAPage'), t('sharingCard.theIssuerSeesWhetherItIsOpen')])}
        </p>
        {!sharing.isAllowed && <Alert tone="warning">{t('sharingCard.sharingIsSwitchedOff')}</Alert>}
        <Choices sharing={sharing} failure={failure} />
      </>
    ) : (
      <p className="text-muted">{t('sharingCard.sharingIsSwitchedOffByTheIssuer')}</p>
    )}
    {sharing.link?.isOpen && <OpenLink sharing={sharing} title={title} />}
    {sharing.opens.total > 0 && <Opens {...sharing.opens} />}
  </SettingsCard>
);

const Choices = ({
  sharing: { link, shareable, unprinted },
  failure,
}: Pick<SharingCardProps, 'sharing' | 'failure'>) => (
  <Form method="post" failure={failure} className="grid gap-4" preventScrollReset>
    <Checkbox label={t('sharingCard.anyoneWithTheLink')} name="shared" defaultChecked={link !== null} />
    <Checkbox label={t('sharingCard.allowPdfDownload')} name="allowsPdf" defaultChecked={link?.allowsPdf} />
    {unprinted.length > 0 && (
      <Checkbox
        label={t('sharingCard.allowPdfWithFields', { fields: formatList(unprinted) })}
        name="allowsVerifiersFields"
        defaultChecked={link?.allowsVerifiersFields}
      />
    )}
    {shareable.length > 0 && (
      <CheckboxGroup
        label={t('sharingCard.fieldsOnThePage')}
        name="sharedFields"
        options={shareable}
        defaultValues={link?.fields ?? []}
      />
    )}
    <Checkbox
      label={t('sharingCard.allowSearchEngines')}
      name="allowsSearch"
      defaultChecked={link?.allowsSearch}
    />
    <TextField
      label={t('common.endDate')}
      name="endDate"
      type="date"
      optional
      defaultValue={link?.endDate ?? ''}
    />
    <div className="flex flex-wrap gap-3">
      <SubmitButton name="intent" value="share" variant="secondary" aria-label={t('common.saveSharing')}>
        {t('common.save')}
      </SubmitButton>
      {link && (
        <SubmitButton name="intent" value="new-link" variant="quiet" formNoValidate>
          {t('sharingCard.newLink')}
        </SubmitButton>
      )}
    </div>
  </Form>
);

function OpenLink({
  sharing: { link, linkedIn, qr, snippet },
  title,
}: {
  sharing: ShownSharing;
  title: string;
}) {
  if (!link?.url) {
    return <Alert tone="warning">{t('sharingCard.thisLinkCannotBeShownAnyMore')}</Alert>;
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <a className="link breakable" href={link.url}>
          {link.url}
        </a>
      </p>
      <div className="flex flex-wrap gap-3">
        {linkedIn && (
          <ButtonAnchor href={linkedIn} target="_blank" rel="noopener noreferrer" variant="secondary">
            {t('sharingCard.addToLinkedin')}
          </ButtonAnchor>
        )}
        <ScriptButtons url={link.url} title={title} />
      </div>
      <details>
        <summary>{t('sharingCard.qrCodeAndHtmlForASignature')}</summary>
        <div className="mt-4 grid gap-4">
          {qr && <img src={qr} alt={t('sharingCard.qrCodeOfTheLink')} width={180} height={180} />}
          {snippet && <TextArea label="HTML" name="snippet" readOnly rows={4} defaultValue={snippet} />}
        </div>
      </details>
    </div>
  );
}

/** Buttons that need a script. Without one, the link itself can be copied. */
function ScriptButtons({ url, title }: { url: string; title: string }) {
  const [copied, setCopied] = useState(false);
  if (!useHydrated()) return null;
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          void navigator.clipboard.writeText(url).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
      >
        {copied ? t('sharingCard.copied') : t('sharingCard.copyLink')}
      </Button>
      {'share' in navigator && (
        <Button
          variant="secondary"
          onClick={() => {
            void navigator.share({ url, title }).catch(() => undefined);
          }}
        >
          {t('sharingCard.share')}
        </Button>
      )}
    </>
  );
}

const Opens = ({ total, days }: ShownSharing['opens']) => (
  <details>
    <summary>{t('sharingCard.openedTimes', { count: total })}</summary>
    <ul className="mt-3 list-disc ps-5">
      {days.map(({ day, count }) => (
        <li key={day}>{t('page.labelValue', { label: day, value: String(count) })}</li>
      ))}
    </ul>
  </details>
);
