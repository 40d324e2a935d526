import { Link } from 'react-router';
import { formatList } from '#app/messages/format-numbers.ts';
import type { HeldRow } from '#app/routes/holders/held-row.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { CertificateList, type CertificatesPage } from '#app/routes/pieces/certificates/certificate-list.tsx';
import { idWithStatus } from '#app/routes/pieces/certificates/certificate-state.tsx';
import { CheckingNotice } from '#app/routes/pieces/certificates/checking-notice.tsx';
import { certificateStateLabels } from '#app/routes/pieces/certificates/list-filters.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { t } from '#messages';

type HeldListProps = CertificatesPage<HeldRow> & {
  emails: readonly string[];
  /** Whether the viewer followed a mailed link. */
  hasSession: boolean;
  isChecking: boolean;
};

const tableColumns = (): Column<HeldRow>[] => [
  {
    header: t('heldList.course'),
    cell: ({ courseName, uniqueId }) => (
      <bdi>
        <Link to={`/my-certificates/${uniqueId}`} className="link">
          {courseName}
        </Link>
      </bdi>
    ),
  },
  { header: t('heldList.issuer'), cell: ({ issuerName }) => <bdi>{issuerName}</bdi> },
  { header: t('heldList.issueDate'), cell: ({ issueDate }) => issueDate },
  { header: t('heldList.expiryDate'), cell: ({ expiryDate }) => expiryDate },
  { header: t('heldList.certificateId'), single: true, cell: idWithStatus },
  {
    header: t('heldList.download'),
    screenOnly: true,
    single: true,
    cell: ({ uniqueId }) => (
      <div className="cell row-links">
        {(['pdf', 'png'] as const).map((format) => (
          <a
            key={format}
            href={`/certificates/${uniqueId}.${format}`}
            download
            aria-label={t('heldList.formatOfUniqueid', { format: format.toUpperCase(), uniqueId })}
          >
            {format.toUpperCase()}
          </a>
        ))}
      </div>
    ),
  },
];

/** Ends the holder's session. */
export const CloseButton = () => (
  <Form method="post" action="/my-certificates">
    <SubmitButton name="intent" value="close" variant="secondary">
      {t('heldList.close')}
    </SubmitButton>
  </Form>
);

/** The certificates that were issued to a holder. */
export const HeldList = ({ emails, hasSession, isChecking, ...page }: HeldListProps) => (
  <>
    <PageHeader
      title={t('heldList.myCertificates')}
      lead={rich('heldList.everythingIssuedToEmails', {
        emails: <bdi className="breakable">{formatList(emails)}</bdi>,
      })}
      actions={hasSession && <CloseButton />}
    />
    <CheckingNotice isChecking={isChecking} />
    <CertificateList
      page={page}
      path="/my-certificates"
      hasCsv={false}
      placeholder={t('heldList.searchByIdCourseOrIssuer')}
      states={certificateStateLabels()}
      empty={{
        title: t('heldList.noCertificates'),
        text: t('heldList.noCertificatesWereIssuedToTheseAddresses', { count: emails.length }),
      }}
    >
      {(rows) => (
        <Table
          caption={t('heldList.myCertificates')}
          columns={tableColumns()}
          rowKey={({ uniqueId }) => uniqueId}
          groups={[{ rows }]}
        />
      )}
    </CertificateList>
  </>
);
