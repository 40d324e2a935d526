/** A worker whose thread ends, whose task fails, or which never ends, when the task says so. */
export default function work(task: 'die' | 'fail' | 'hang' | 'work'): string {
  if (task === 'die') process.exit(1);
  if (task === 'fail') throw new Error('The task failed');
  while (task === 'hang');
  return 'done';
}
