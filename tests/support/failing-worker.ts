import { inReadersLanguage } from '#app/shared/worker-thread.server.ts';

/** A worker that ends its thread, at once or later, throws, never returns, or succeeds, depending on the task. */
function work(task: 'die' | 'die later' | 'fail' | 'hang' | 'work'): string {
  if (task === 'die') process.exit(1);
  if (task === 'die later')
    setTimeout(() => {
      throw new Error('The thread failed');
    }, 200);
  if (task === 'fail') throw new Error('The task failed');
  while (task === 'hang');
  return 'done';
}

export default inReadersLanguage(work);
