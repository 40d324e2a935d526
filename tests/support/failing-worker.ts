import { inReadersLanguage } from '#app/shared/in-readers-language.server.ts';

/** A worker that ends its thread, throws, never returns, or succeeds, depending on the task. */
function work(task: 'die' | 'fail' | 'hang' | 'work'): string {
  if (task === 'die') process.exit(1);
  if (task === 'fail') throw new Error('The task failed');
  while (task === 'hang');
  return 'done';
}

export default inReadersLanguage(work);
