import { Link } from 'react-router';
import { formatList } from '#app/messages/format-numbers.ts';
import type { HeldRow } from '#app/routes/holders/shown-sharing.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { dateColumns } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { idWithStatus } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { filePath } from '#app/routes/pieces/certificate-lists/file-links.tsx';
import { CheckingNotice } from '#app/routes/pieces/certificate-lists/list-error.tsx';
import { certificateStateLabels } from '#app/routes/pieces/certificate-lists/list-filters.tsx';
import { shownEmail } from '#app/shared/email-address.ts';
import { type List, ListPage } from '#app/ui/list-page.tsx';
import type { Column } from '#app/ui/list-parts.tsx';
import { type ButtonLook, PageHeader, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

type Held = List<HeldRow> & {
  state: string;
  emails: readonly string[];
  /** Whether the viewer followed a mailed link. */
  hasSession: boolean;
  isChecking: boolean;
};

const tableColumns = (): Column<HeldRow>[] => [
  {
    header: t('common.course'),
    cell: ({ courseName, uniqueId, status }) => (
      <span className="held-row">
        {status !== 'erased' && (
          <img src={filePath(uniqueId, 'wide.jpg')} alt="" width={1200} height={630} loading="lazy" />
        )}
        <bdi>
          <Link to={`/my-certificates/${uniqueId}`} className="link">
            {courseName}
          </Link>
        </bdi>
      </span>
    ),
  },
  { header: t('common.issuer'), cell: ({ issuerName }) => <bdi>{issuerName}</bdi> },
  ...dateColumns(),
  { header: t('common.certificateId'), single: true, cell: idWithStatus },
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
export const LogOutButton = ({ size }: Pick<ButtonLook, 'size'>) => (
  <Form method="post" action="/my-certificates">
    <SubmitButton name="intent" value="close" variant="secondary" size={size}>
      {t('heldList.logOut')}
    </SubmitButton>
  </Form>
);

/** The certificates that were issued to a holder. */
export const HeldList = ({ list }: { list: Held }) => (
  <>
    <PageHeader
      title={t('common.myCertificates')}
      lead={rich('heldList.everythingIssuedToEmails', {
        emails: <bdi className="breakable">{formatList(list.emails.map(shownEmail))}</bdi>,
      })}
      actions={list.hasSession && <LogOutButton />}
    />
    <CheckingNotice isChecking={list.isChecking} />
    <ListPage
      list={list}
      search={{
        placeholder: t('heldList.searchByIdCourseOrIssuer'),
        states: certificateStateLabels(),
        state: list.state,
        always: true,
      }}
      empty={{
        title: t('heldList.noCertificates'),
        text: t('heldList.noCertificatesWereIssuedToTheseAddresses', { count: list.emails.length }),
      }}
      table={{
        caption: t('common.myCertificates'),
        columns: tableColumns(),
        rowKey: ({ uniqueId }) => uniqueId,
      }}
    />
  </>
);
