import { Link } from 'react-router';
import { useFrame } from '#app/routes/layouts/use-frame.tsx';
import { t } from '#messages';

type Task = readonly [to: string, text: string];

/** What waits for somebody, each a link to where it is done. */
function Tasks({ tasks, id }: { tasks: readonly Task[]; id: string }) {
  return (
    <section className="waiting" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('waiting.whatWaitsForYou')}</h2>
      {tasks.length === 0 ? (
        <p>{t('waiting.nothingWaitsForYou')}</p>
      ) : (
        <ul>
          {tasks.map(([to, text]) => (
            <li key={to}>
              <Link className="link" to={to}>
                <bdi>{text}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const task = (count: number | undefined, to: string, text: (count: number) => string): readonly Task[] =>
  count ? [[to, text(count)]] : [];

/** What waits for a super admin, on the first page after the login. */
export function SuperAdminTasks() {
  const { issuers, names, messages, problems } = useFrame().waiting;
  const tasks = [
    ...task(issuers, '/admin/update?status=pending', (count) => t('waiting.issuersToApprove', { count })),
    ...task(names, '/admin/update?status=renaming', (count) => t('waiting.namesToDecide', { count })),
    ...task(messages, '/admin/support', (count) => t('waiting.messagesToAnswer', { count })),
    ...task(problems, '/superadmin/status', (count) => t('waiting.problemsToSolve', { count })),
  ];
  return <Tasks tasks={tasks} id="waiting" />;
}

/** What waits for an issuer. Renders nothing if nothing does. */
export function IssuerTasks({ courses }: { courses: { id: string; title: string; count: number }[] }) {
  const { corrections } = useFrame().waiting;
  const tasks = [
    ...task(corrections, '/dashboard#corrections', (count) => t('waiting.correctionsToAnswer', { count })),
    ...courses.map(
      ({ id, title, count }): Task => [
        `/admin/courses/${id}/learners?state=approval`,
        t('waiting.completionsToApprove', { title, count }),
      ],
    ),
  ];
  return tasks.length > 0 && <Tasks tasks={tasks} id="completions" />;
}
