/** A worker whose thread ends, or whose task fails, when the task says so. */
export default function work(task: 'die' | 'fail' | 'work'): string {
  if (task === 'die') process.exit(1);
  if (task === 'fail') throw new Error('The task failed');
  return 'done';
}
