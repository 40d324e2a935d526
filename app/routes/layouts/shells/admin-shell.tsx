import { Award, BookOpen, Building2, House, Library } from 'lucide';
import { t } from '#messages';
import { AppFrame, CATALOGUE, type NavEntry, NavGroup, NavLinks, type ShellProps } from './app-frame.tsx';

type Entries = readonly NavEntry[];
type Viewer = Pick<ShellProps, 'acts' | 'waiting'>;

/** An entry that is there while something waits. */
const ifWaiting = (count: number | undefined, to: string, text: string): Entries =>
  count ? [[to, text, undefined, undefined, count]] : [];

const certificates = ({ acts, waiting }: Viewer): Entries => [
  ...(acts.includes('certificates') ? [['/admin/issue-certificate', t('adminShell.issue')] as const] : []),
  ['/admin/batches', t('common.batches')],
  ['/admin/designs', t('common.designs')],
  ['/admin/fields', t('ownFields.fields')],
  ['/admin/issued-certificates', t('common.issued')],
  ['/admin/verified-certificates', t('common.verified')],
  ...ifWaiting(waiting.corrections, '/dashboard#corrections', t('adminShell.corrections')),
];

const courses = ({ acts, waiting }: Viewer): Entries => [
  ...(acts.includes('courses') ? [['/admin/create-course', t('common.createCourse')] as const] : []),
  ['/admin/coupons', t('common.coupons')],
  ...ifWaiting(waiting.completions, '/admin/courses#completions', t('adminShell.completions')),
];

const organisation = ({ acts }: Viewer): Entries => [
  ['/dashboard', t('common.statistics')],
  ...(acts.includes('manage')
    ? [['/admin/members', t('common.members')] as const, ['/admin/audit', t('common.audit')] as const]
    : []),
];

/** What one does as a person, not for the organisation. */
const personal = (): Entries => [
  ['/my-learning', t('common.myLearning')],
  ['/my-certificates', t('common.myCertificates')],
  ['/check', t('common.check')],
  ['/verify', t('common.verify')],
  ['/services', t('common.services')],
  ['/support', t('common.support')],
];

/** The frame of issuers. One group is open at a time, so that at most ten links are in sight. */
export function AdminShell(props: ShellProps) {
  const { pathname, group: open, waiting } = props;
  const groups = [
    ['certificates', t('common.certificates'), Award, certificates, waiting.corrections],
    ['courses', t('common.courses'), Library, courses, waiting.completions],
    ['organisation', t('common.organisation'), Building2, organisation, undefined],
  ] as const;
  return (
    <AppFrame
      {...props}
      home="/admin/courses"
      personal={personal()}
      navigation={
        <>
          <NavLinks
            pathname={pathname}
            links={[
              ['/admin/courses', t('common.dashboard'), House, ['/admin/course-videos']],
              ['/courses', t('common.courses'), BookOpen, CATALOGUE],
            ]}
          />
          {groups.map(([group, label, icon, entries, count]) => (
            <NavGroup key={group} {...{ group, label, icon, count }} open={group === open}>
              <NavLinks pathname={pathname} links={entries(props)} />
            </NavGroup>
          ))}
        </>
      }
    />
  );
}
