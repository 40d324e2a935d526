import { t } from '#messages';
/** What a holder can say is wrong in a certificate, by its name in the form that replaces it. */
export const correctionFields = () => ({
  studentName: t('correctionFields.name'),
  studentEmail: t('correctionFields.emailAddress'),
  courseName: t('correctionFields.course'),
  issueDate: t('correctionFields.issueDate'),
  expiryDate: t('correctionFields.expiryDate'),
  other: t('correctionFields.somethingElse'),
});

export type CorrectionField = keyof ReturnType<typeof correctionFields>;
