import type { Named } from '#app/certificates/fields.ts';
import type { Column } from '#app/ui/table.tsx';
import { t } from '#messages';

/** What names a certificate, as facts. */
export const namedFacts = ({ uniqueId, studentName, courseName }: Named) =>
  [
    [t('revocation.certificateId'), uniqueId],
    [t('revocation.issuedTo'), studentName],
    [t('revocation.course'), courseName],
  ] as const;

type Dates = { issueDate: string; expiryDate: string | null };

export const dateFacts = ({ issueDate, expiryDate }: Dates) =>
  [
    [t('issuedList.issueDate'), issueDate],
    [t('issuedList.expiryDate'), expiryDate],
  ] as const;

/** The same as columns of a list. */
export const dateColumns = <Row extends Dates>(): Column<Row>[] => [
  { header: t('issuedList.issueDate'), cell: ({ issueDate }) => issueDate },
  { header: t('issuedList.expiryDate'), cell: ({ expiryDate }) => expiryDate },
];
