import { fieldLabels, MAX_MAIL_SUBJECT, MAX_MAIL_TEXT } from '#app/designs/design-form.ts';
import { TextArea, TextField } from '#app/ui/form.tsx';
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
