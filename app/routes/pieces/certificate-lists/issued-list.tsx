import { useEffect, useId, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { useMay } from '#app/routes/layouts/use-frame.tsx';
import type { Area, IssuedRow } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { type List, ListPage } from '#app/ui/list-page.tsx';
import { type Column, grouped, Table } from '#app/ui/list-parts.tsx';
import { emailText, idText, PathLink, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { DENSE, denseDates, type Location, listParameters, sortBy } from './certificate-facts.ts';
import { idWithStatus, shownStudent } from './certificate-state.tsx';
import { certificateSearch, certificateStateLabels, type ListFilters } from './list-filters.tsx';
import { mailNote } from './mail-note.tsx';
import { scheduledActions, scheduledId } from './scheduled-cells.tsx';

const PATHS = { admin: '/admin/issued-certificates', superadmin: '/superadmin/issued-certificates' };
const emptyTexts = () => ({
  admin: t('issuedList.certificatesThatYouIssueAreListedHere'),
  superadmin: t('issuedList.certificatesThatIssuersIssueAreListedHere'),
});
/** An issuer's previews open in a new tab, a super admin's in the same tab. */
const PREVIEW_LINK = { admin: { target: '_blank', rel: 'noopener' }, superadmin: {} };

/** What can be done with a certificate. */
const rowMenu = (
  { uniqueId, status, isRenewable }: IssuedRow,
  area: Area,
  search: string,
  mayChange: boolean,
) => (
  <div id={`menu-${uniqueId}`} popover="auto" className="row-menu">
    <PathLink
      href={`${PATHS[area]}/${uniqueId}/mail`}
      aria-label={t('issuedList.mailAboutUniqueid', { uniqueId })}
    >
      {t('common.mail')}
    </PathLink>
    {mayChange && isRenewable && area === 'admin' && (
      <PathLink
        href={`${PATHS.admin}/renewal?id=${uniqueId}${search.replace('?', '&')}`}
        aria-label={t('issuedList.renewUniqueid', { uniqueId })}
      >
        {t('common.renew')}
      </PathLink>
    )}
    {mayChange && status !== 'revoked' && area === 'admin' && (
      <PathLink
        href={`${PATHS.admin}/${uniqueId}/replacement${search}`}
        aria-label={t('issuedList.replaceUniqueid', { uniqueId })}
      >
        {t('common.replace')}
      </PathLink>
    )}
    {mayChange && status !== 'revoked' && (
      <PathLink
        href={`${PATHS[area]}/${uniqueId}/revocation${search}`}
        aria-label={t('issuedList.revokeUniqueid', { uniqueId })}
      >
        {t('common.revoke')}
      </PathLink>
    )}
    {mayChange && (
      <PathLink
        href={`${PATHS[area]}/${uniqueId}/erasure${search}`}
        aria-label={t('issuedList.eraseTheHolderOfUniqueid', { uniqueId })}
      >
        {t('issuedList.erase')}
      </PathLink>
    )}
  </div>
);

/** The preview of a certificate, and its menu. Not a component, because a list has many rows. */
const rowLinks = (row: IssuedRow, area: Area, search: string, mayChange: boolean) => {
  const { uniqueId } = row;
  return (
    <div className="cell row-links">
      <a
        href={`/certificates/${uniqueId}.png`}
        aria-label={t('issuedList.previewOfUniqueid', { uniqueId })}
        {...PREVIEW_LINK[area]}
      >
        {t('common.preview')}
      </a>
      <button
        type="button"
        className="row-menu-button"
        popoverTarget={`menu-${uniqueId}`}
        aria-label={t('issuedList.moreAboutUniqueid', { uniqueId })}
      ></button>
      {rowMenu(row, area, search, mayChange)}
    </div>
  );
};

const isSelectable = ({ status }: IssuedRow) =>
  status !== 'revoked' && status !== 'erased' && status !== 'scheduled';

const studentCell = (row: IssuedRow, mayChange: boolean) => {
  const { studentName, uniqueId, status } = row;
  return !mayChange || !isSelectable(row) ? (
    <bdi className="cell two-lines">{shownStudent(studentName, status)}</bdi>
  ) : (
    <label className="cell select-row">
      <input
        type="checkbox"
        name="id"
        value={uniqueId}
        aria-label={t('issuedList.selectUniqueidOfStudentname', { uniqueId, studentName })}
      />
      <bdi className="two-lines">{studentName}</bdi>
    </label>
  );
};

const courseCell = ({ courseName, issuerName }: IssuedRow) =>
  issuerName ? (
    <div className="cell">
      <bdi className="one-line">{courseName}</bdi>
      <span className="second-line">{t('issuedList.issuedByIssuername', { issuerName })}</span>
    </div>
  ) : (
    <bdi className="cell two-lines">{courseName}</bdi>
  );

const contactCell = ({ studentEmail, mail }: IssuedRow) =>
  mail ? (
    <div className="cell">
      {emailText(studentEmail)}
      {mailNote(mail)}
    </div>
  ) : (
    emailText(studentEmail)
  );

/** The ID, as a link to the certificate's page. */
const idCell = (row: IssuedRow, area: Area, search: string, mayChange: boolean) => {
  if (row.status === 'scheduled') return scheduledId(row);
  const id = idWithStatus(
    row,
    <PathLink className="link cell" href={`${PATHS[area]}/${row.uniqueId}${search}`}>
      {idText(row.uniqueId, 'certificate-id')}
    </PathLink>,
  );
  if (!row.isCorrectionOpen) return id;
  return (
    <div className="cell">
      {id}
      <span className="second-line">
        {mayChange ? (
          <PathLink className="link" href={`${PATHS.admin}/${row.uniqueId}/replacement${search}`}>
            {t('issuedList.correctionAskedFor')}
          </PathLink>
        ) : (
          t('issuedList.correctionAskedFor')
        )}
      </span>
    </div>
  );
};

/**
 * @param sort the order of the list, or null if it cannot be sorted
 * @param location of the list, to which the pages of the row actions return
 */
const columns = (
  area: Area,
  sort: string | null,
  location: Location,
  mayChange: boolean,
): Column<IssuedRow>[] => {
  const { search } = location;
  return [
    {
      header: t('common.issuedTo'),
      ...DENSE.name,
      single: true,
      cell: (row) => studentCell(row, mayChange),
    },
    {
      header: t('common.course'),
      ...DENSE.course,
      sort: sortBy('course', sort, location),
      single: true,
      cell: courseCell,
    },
    { header: t('common.contact'), ...DENSE.contact, single: true, cell: contactCell },
    ...denseDates<IssuedRow>(sortBy('date', sort, location)),
    {
      header: t('common.certificateId'),
      ...DENSE.id,
      single: true,
      cell: (row) => idCell(row, area, search, mayChange),
    },
    {
      header: t('common.preview'),
      ...DENSE.menu,
      screenOnly: true,
      single: true,
      cell: (row) => (row.status === 'erased' ? null : rowLinks(row, area, search, mayChange)),
    },
  ];
};

/** The same for certificates that wait. */
const scheduledColumns = (mayChange: boolean): Column<IssuedRow>[] => [
  ...columns('admin', null, { pathname: PATHS.admin, search: '' }, mayChange).slice(0, -1),
  ...(mayChange
    ? [
        {
          header: t('common.action'),
          ...DENSE.menu,
          width: '11rem',
          screenOnly: true,
          single: true,
          cell: scheduledActions,
        },
      ]
    : []),
];

/** An issuer's list has those that wait, too. */
const stateLabels = (area: Area) =>
  area === 'admin'
    ? [...certificateStateLabels(), ['scheduled', t('common.scheduled')] as const]
    : certificateStateLabels();

const boxesIn = (form: HTMLElement) => [...form.querySelectorAll<HTMLInputElement>('input[name="id"]')];

/** Counts the selected rows, and selects them again when the reader comes back to the list. */
function SelectedCount({ form: id }: { form: string }) {
  const [count, setCount] = useState(0);
  const { key, pathname, search } = useLocation();
  const place = `selected:${key}:${pathname}${search}`;
  useEffect(() => {
    const form = document.getElementById(id);
    if (!form) return;
    const before = sessionStorage.getItem(place)?.split(' ') ?? [];
    for (const box of boxesIn(form)) box.checked ||= before.includes(box.value);
    const note = () => {
      const selected = boxesIn(form).flatMap(({ checked, value }) => (checked ? value : []));
      setCount(selected.length);
      sessionStorage.setItem(place, selected.join(' '));
    };
    note();
    form.addEventListener('change', note);
    return () => form.removeEventListener('change', note);
  }, [id, place]);
  return <span role="status">{count > 0 && t('issuedList.countSelected', { count })}</span>;
}

/** The buttons of the form with the selected rows. */
const BulkActs = ({ area, selection }: { area: Area; selection: string }) => (
  <div className="bulk">
    <SelectedCount form={selection} />
    {area === 'admin' && (
      <SubmitButton form={selection} variant="secondary" size="small" formAction={`${PATHS.admin}/renewal`}>
        {t('issuedList.renewSelected')}
      </SubmitButton>
    )}
    <SubmitButton form={selection} variant="secondary" size="small">
      {t('issuedList.revokeSelected')}
    </SubmitButton>
  </div>
);

type IssuedListProps = {
  area: Area;
  page: List<IssuedRow> & ListFilters & { sort: string | null };
};

/** Issued certificates under Today, Yesterday and Earlier: an issuer's own, or all for a super admin. */
export function IssuedList({ area, page }: IssuedListProps) {
  const location = useLocation();
  const { search } = location;
  const mayChange = useMay('certificates');
  const isOfScheduled = page.state === 'scheduled';
  const selection = useId();
  return (
    <ListPage
      list={page}
      search={certificateSearch(page, stateLabels(area), t('issuedList.issued'))}
      empty={{ title: t('issuedList.noCertificatesYet'), text: emptyTexts()[area] }}
      bulk={mayChange && !isOfScheduled && <BulkActs area={area} selection={selection} />}
    >
      {(rows) => {
        const table = (
          <Table
            caption={t('issuedList.issuedCertificates')}
            columns={
              isOfScheduled ? scheduledColumns(mayChange) : columns(area, page.sort, location, mayChange)
            }
            rowKey={({ uniqueId }) => uniqueId}
            groups={page.sort ? [{ rows }] : grouped(rows)}
            fadeIn
          />
        );
        if (!mayChange || isOfScheduled) return table;
        return (
          <Form method="get" action={`${PATHS[area]}/revocation`} id={selection}>
            {listParameters(search).map(([name, value]) => (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            ))}
            {table}
          </Form>
        );
      }}
    </ListPage>
  );
}
