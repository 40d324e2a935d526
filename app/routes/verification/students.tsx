import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { shownHolder } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { CheckingNotice } from '#app/routes/pieces/certificate-lists/list-error.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { EmailText, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { listStudents } from '#app/verification/list-students.server.ts';
import { t } from '#messages';
import type { Route } from './+types/students';

export const meta = () =>
  pageMeta(t('common.students'), t('students.peopleWhoseCertificatesYouHaveLookedUp'));

export const loader = ({ url, context }: Route.LoaderArgs) =>
  listLoader(url, lenient(listQuerySchema), (query) => {
    const { students: rows, ...page } = listStudents(context.get(actorContext), query);
    return { rows, ...page };
  });

export default function Students({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={t('common.students')}
        lead={t('students.peopleWhoseCertificatesYouHavePaidToLookUp')}
      />
      <CheckingNotice isChecking={loaderData.isChecking} />
      <ListPage
        list={loaderData}
        search={{ label: t('students.searchStudents'), placeholder: t('common.searchByNameOrEmail') }}
        empty={{ title: t('students.noStudentsYet'), text: t('students.holdersOfCertificatesThatYouHave') }}
        table={{
          caption: t('common.students'),
          columns: [
            {
              header: t('completion.name'),
              cell: ({ name, email }) => <bdi>{shownHolder(name, email)}</bdi>,
            },
            { header: t('common.email'), cell: ({ email }) => <EmailText>{email}</EmailText> },
            { header: t('common.certificates'), cell: ({ courses }) => <bdi>{courses}</bdi> },
          ],
          rowKey: ({ email }) => email,
        }}
      />
    </>
  );
}
