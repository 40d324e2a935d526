import type { Sharing } from '#app/certificates/share-links.server.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { Checkbox, CheckboxGroup, TextArea, TextField } from '#app/ui/form.tsx';
import { Alert, SubmitButton } from '#app/ui/page.tsx';
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
  failure: FormError | undefined;
};

/** Switches the public page of a certificate on, and shows its link. */
export const SharingCard = ({ sharing, failure }: SharingCardProps) => (
  <SettingsCard id="sharing" title={t('sharingCard.sharing')} className="grid grid-cols-1 gap-5">
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
    {sharing.link?.isOpen && <OpenLink sharing={sharing} />}
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

function OpenLink({ sharing: { link, qr, snippet } }: { sharing: ShownSharing }) {
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
