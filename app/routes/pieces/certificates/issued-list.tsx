import { Form, useLocation } from 'react-router';
import type { Area, IssuedRow } from '#app/routes/pieces/certificates/rows.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { grouped } from '#app/ui/grouped.ts';
import { PathLink } from '#app/ui/path-link.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { CertificateList, type CertificatesPage } from './certificate-list.tsx';
import { IdWithStatus, Note } from './certificate-state.tsx';
import { listParameters } from './issued-path.ts';
import { CERTIFICATE_STATES, ListFilterFields, type ListFilters } from './list-filters.tsx';
import { MailNote } from './mail-note.tsx';

const PATHS = { admin: '/admin/issued-certificates', superadmin: '/superadmin/issued-certificates' };
const EMPTY = {
  admin: 'Certificates that you issue are listed here, with their files.',
  superadmin: 'Certificates that issuers issue are listed here, with their files.',
};
/** An issuer's previews open in a new tab, a super admin's in the same tab. */
const PREVIEW_LINK = { admin: { target: '_blank', rel: 'noopener' }, superadmin: {} };

/** The preview of a certificate, and the menu of what can be done with it. Not a component, because a list has many rows. */
const rowLinks = ({ uniqueId, status, isRenewable }: IssuedRow, area: Area, search: string) => (
  <div className="cell row-links">
    <a href={`/certificates/${uniqueId}.png`} aria-label={`Preview of ${uniqueId}`} {...PREVIEW_LINK[area]}>
      Preview
    </a>
    <button type="button" className="row-menu-button" popoverTarget={`menu-${uniqueId}`}>
      More<span className="sr-only"> about {uniqueId}</span>
    </button>
    <div id={`menu-${uniqueId}`} popover="auto" className="row-menu">
      <PathLink href={`${PATHS[area]}/${uniqueId}/mail`} aria-label={`Mail about ${uniqueId}`}>
        Mail
      </PathLink>
      {isRenewable && area === 'admin' && (
        <PathLink
          href={`${PATHS.admin}/renewal?id=${uniqueId}${search.replace('?', '&')}`}
          aria-label={`Renew ${uniqueId}`}
        >
          Renew
        </PathLink>
      )}
      {status !== 'revoked' && area === 'admin' && (
        <PathLink href={`${PATHS.admin}/${uniqueId}/replacement${search}`} aria-label={`Replace ${uniqueId}`}>
          Replace
        </PathLink>
      )}
      {status !== 'revoked' && (
        <PathLink href={`${PATHS[area]}/${uniqueId}/revocation${search}`} aria-label={`Revoke ${uniqueId}`}>
          Revoke
        </PathLink>
      )}
      <PathLink
        href={`${PATHS[area]}/${uniqueId}/erasure${search}`}
        aria-label={`Erase the holder of ${uniqueId}`}
      >
        Erase
      </PathLink>
    </div>
  </div>
);

/** @param search of the list, to which the pages of the row actions return */
const columns = (area: Area, search: string): Column<IssuedRow>[] => [
  {
    header: 'Issued to',
    single: true,
    cell: ({ studentName, uniqueId, status }) =>
      status === 'revoked' || status === 'erased' ? (
        <span className="cell block">{studentName}</span>
      ) : (
        <label className="cell select-row">
          <input
            type="checkbox"
            name="id"
            value={uniqueId}
            aria-label={`Select ${uniqueId} of ${studentName}`}
          />
          {studentName}
        </label>
      ),
  },
  {
    header: 'Course',
    cell: ({ courseName, issuerName }) =>
      issuerName ? (
        <>
          {courseName}
          <Note>{`Issued by ${issuerName}`}</Note>
        </>
      ) : (
        courseName
      ),
  },
  {
    header: 'Contact',
    single: true,
    cell: ({ studentEmail, mail }) =>
      mail ? (
        <div className="cell">
          <EmailText>{studentEmail}</EmailText>
          <MailNote {...mail} />
        </div>
      ) : (
        <EmailText>{studentEmail}</EmailText>
      ),
  },
  { header: 'Issue Date', cell: ({ issueDate }) => issueDate },
  { header: 'Expiry Date', cell: ({ expiryDate }) => expiryDate },
  {
    header: 'Certificate ID',
    single: true,
    cell: (row) =>
      row.isCorrectionOpen ? (
        <div className="cell">
          <IdWithStatus {...row} />
          <PathLink
            className="link block text-sm"
            href={`${PATHS.admin}/${row.uniqueId}/replacement${search}`}
          >
            Correction asked for
          </PathLink>
        </div>
      ) : (
        <IdWithStatus {...row} />
      ),
  },
  {
    header: 'Preview',
    screenOnly: true,
    single: true,
    cell: (row) => (row.status === 'erased' ? null : rowLinks(row, area, search)),
  },
];

type IssuedListProps = {
  area: Area;
  page: CertificatesPage<IssuedRow> & ListFilters;
};

/** Issued certificates under Today, Yesterday and Earlier: an issuer's own, or all for a super admin. */
export function IssuedList({ area, page }: IssuedListProps) {
  const { search } = useLocation();
  return (
    <CertificateList
      page={page}
      path={PATHS[area]}
      states={CERTIFICATE_STATES}
      filters={<ListFilterFields what="Issued" {...page} />}
      empty={{ title: 'No certificates yet', text: EMPTY[area] }}
    >
      {(rows) => (
        <Form method="get" action={`${PATHS[area]}/revocation`}>
          {listParameters(search).map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <div className="mb-4 flex flex-wrap justify-end gap-3" data-no-print="">
            {area === 'admin' && (
              <SubmitButton variant="secondary" size="small" formAction={`${PATHS.admin}/renewal`}>
                Renew Selected
              </SubmitButton>
            )}
            <SubmitButton variant="secondary" size="small">
              Revoke Selected
            </SubmitButton>
          </div>
          <Table
            caption="Issued certificates"
            columns={columns(area, search)}
            rowKey={({ uniqueId }) => uniqueId}
            groups={grouped(rows)}
            fadeIn
          />
        </Form>
      )}
    </CertificateList>
  );
}
