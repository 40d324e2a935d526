import { databaseAnswers } from '#app/shared/readiness.server.ts';

/** Ready: the database answers. */
export const loader = () => {
  const ready = databaseAnswers();
  return new Response(ready ? 'ok\n' : 'the database does not answer\n', {
    status: ready ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  });
};
