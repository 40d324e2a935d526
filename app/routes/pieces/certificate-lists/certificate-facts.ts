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

/** How lists of certificates show them (`Column` in ui/list-parts.tsx). */
export const DENSE = {
  name: { width: '17%', place: 'title' },
  course: { width: '16.5%', place: 'text' },
  contact: { width: '17.5%' },
  issueDate: { width: '5.625rem', place: 'end' },
  expiryDate: { width: '5.625rem' },
  id: { width: '10.25rem', place: 'aside' },
  menu: { width: '7.25rem', place: 'menu' },
} as const satisfies Record<string, Pick<Column<never>, 'width' | 'place'>>;

/** The same for such a list. */
export const denseDates = <Row extends Dates>(sort?: Column<Row>['sort']): Column<Row>[] => {
  const [issued, expires] = dateColumns<Row>();
  return [
    { ...(issued as Column<Row>), ...DENSE.issueDate, sort },
    { ...(expires as Column<Row>), ...DENSE.expiryDate },
  ];
};

export type Location = { pathname: string; search: string };

const ASCENDING = { course: true, date: false };

/** The order in which a click on a column's head shows the list: first the one, then the other, then the newest first. */
export function sortBy<Row>(
  name: keyof typeof ASCENDING,
  sort: string | null,
  { pathname, search }: Location,
): Column<Row>['sort'] {
  if (sort === null) return undefined;
  const orders = ASCENDING[name] ? [name, `-${name}`] : [`-${name}`, name];
  const next = orders[orders.indexOf(sort) + 1] ?? '';
  const query = new URLSearchParams(search);
  query.delete('cursor');
  query.delete('sort');
  if (next) query.set('sort', next);
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  return { to: query.size > 0 ? `${pathname}?${query}` : pathname, order };
}

/** Query parameters of a list that a page about selected rows keeps, so that it can return to the list. */
export const listParameters = (search: string): [name: string, value: string][] =>
  [...new URLSearchParams(search)].filter(([name]) => name !== 'id');

const ID = /^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$/;

/** What a page about a certificate was opened from, an issuer's or the super admins': the certificate's own page, or the list with its search. */
export function openerOf({ pathname, search }: URL): { label: string; to: string } {
  const list = `/${pathname.startsWith('/superadmin/') ? 'superadmin' : 'admin'}/issued-certificates`;
  const query = new URLSearchParams(listParameters(search));
  const certificate = query.get('certificate') ?? '';
  if (ID.test(certificate)) return { label: certificate, to: `${list}/${certificate}` };
  return { label: t('common.issuedCertificates'), to: query.size > 0 ? `${list}?${query}` : list };
}
