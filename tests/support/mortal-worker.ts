/** A worker whose thread dies, whose task fails, or which never ends, as the task says. */
export default function work(task: 'die' | 'fail' | 'hang' | 'work'): string {
  if (task === 'die') process.exit(1);
  if (task === 'fail') throw new Error('The task failed');
  while (task === 'hang');
  return 'done';
}
