import type { Named } from '#app/certificates/fields.ts';
import type { Column } from '#app/ui/list-parts.tsx';
import { t } from '#messages';

/** What names a certificate, as facts. */
export const namedFacts = ({ uniqueId, studentName, courseName }: Named) =>
  [
    [t('common.certificateId'), uniqueId],
    [t('common.issuedTo'), studentName],
    [t('common.course'), courseName],
  ] as const;

type Dates = { issueDate: string; expiryDate: string | null };

export const dateFacts = ({ issueDate, expiryDate }: Dates) =>
  [
    [t('common.issueDate'), issueDate],
    [t('common.expiryDate'), expiryDate],
  ] as const;

/** The same as columns of a list. */
export const dateColumns = <Row extends Dates>(): Column<Row>[] => [
  { header: t('common.issueDate'), cell: ({ issueDate }) => issueDate },
  { header: t('common.expiryDate'), cell: ({ expiryDate }) => expiryDate },
];

/** Query parameters of a list that a page about selected rows keeps, so that it can return to the list. */
export const listParameters = (search: string): [name: string, value: string][] =>
  [...new URLSearchParams(search)].filter(([name]) => name !== 'id');

/** The list of issued certificates that a page was opened from, an issuer's or the super admins', with its search and page. */
export function issuedListOf({ pathname, search }: URL): string {
  const path = `/${pathname.startsWith('/superadmin/') ? 'superadmin' : 'admin'}/issued-certificates`;
  const query = new URLSearchParams(listParameters(search));
  return query.size > 0 ? `${path}?${query}` : path;
}
