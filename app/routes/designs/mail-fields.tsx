import { fieldLabels, MAX_MAIL_SUBJECT, MAX_MAIL_TEXT } from '#app/designs/design-form.ts';
import type { ShownMail } from '#app/designs/mail-of-design.server.ts';
import { TextArea, TextField } from '#app/ui/form.tsx';
import { Facts } from '#app/ui/list-parts.tsx';
import { RenderedMarkdown } from '#app/ui/page.tsx';
import { t } from '#messages';

type Props = {
  /** Whether a super admin has approved the issuer, so that its mails may have its own words. */
  hasOwnMail: boolean;
  value: (name: string) => string;
};

/** The fields of a design for the mail about its certificates. */
export const MailFields = ({ hasOwnMail, value }: Props) => (
  <fieldset className="design-group">
    <legend>{t('designFields.mailToStudents')}</legend>
    {hasOwnMail ? (
      <>
        <p className="field-hint">{t('designFields.theMailFirstSays')}</p>
        <TextField
          label={fieldLabels().mailSubject}
          name="mailSubject"
          optional
          maxLength={MAX_MAIL_SUBJECT}
          autoComplete="off"
          defaultValue={value('mailSubject')}
        />
        <TextArea
          label={fieldLabels().mailText}
          name="mailText"
          optional
          rows={8}
          maxLength={MAX_MAIL_TEXT}
          hint={t('designFields.markdownWithoutPictures')}
          defaultValue={value('mailText')}
        />
      </>
    ) : (
      <p className="field-hint">{t('designMail.onlyOrganisationsThatASuperAdmin')}</p>
    )}
  </fieldset>
);

type PreviewProps = {
  mail: ShownMail | null;
  /** Why the preview is out of date, or empty. */
  message: string;
};

/** What the mail about a certificate says, before its picture and the link to the certificate. */
export const MailPreview = ({ mail, message }: PreviewProps) =>
  (mail || message) && (
    <section aria-labelledby="mail-preview" className="card grid gap-4" data-pad="">
      <h2 id="mail-preview" className="text-lg">
        {t('designForm.previewOfTheMail')}
      </h2>
      {mail && <Mail {...mail} />}
      <p role="status" className="field-hint">
        {message}
      </p>
    </section>
  );

const Mail = ({ subject, lines, facts, own }: ShownMail) => (
  <>
    <p className="breakable font-semibold" dir="auto">
      {subject}
    </p>
    {lines.map((line) => (
      <p key={line} className="breakable">
        {line}
      </p>
    ))}
    <Facts facts={facts} />
    {own && (
      <>
        <p className="text-muted">{t('compose.label', { label: own.heading })}</p>
        <div lang={own.language} className="breakable">
          <RenderedMarkdown html={own.html} />
        </div>
      </>
    )}
  </>
);
