import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCourse, makeQuiz } from './course-factories.ts';
import { makeCertificate, makeIssuer, makeVerifier, PASSWORD } from './factories.ts';
import { killedSite } from './killed-site.ts';
import { startNginx } from './nginx.ts';
import { startServer } from './server.ts';
import { startSmtp } from './smtp.ts';

const STUDENT = 'student@class.example';

type Options = { token?: string; json?: unknown; body?: string; type?: string; from?: string };

/**
 * A site behind an address: the server's own, or that of the nginx of deploy/ in front of it.
 * @param accounts email addresses that are registered already
 */
export async function openClassSite(proxied: boolean, accounts: readonly string[] = []) {
  const site = killedSite('crowd');
  const smtp = await startSmtp();
  site.openNewDatabase();
  const issuer = await makeIssuer();
  const { id: courseId } = await makeCourse(issuer, { title: 'Clocks' });
  const quizId = makeQuiz(issuer, addModule(issuer.actor, courseId, { title: 'First' }).id).id;
  setCompletion(issuer.actor, courseId, { rule: 'lessons', inOrder: false, certificate: 'at-once' });
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: STUDENT });
  for (const email of accounts) await makeVerifier({ email });
  sqlite().close();
  const server = await startServer({
    folder: site.folder,
    env: { SMTP_URL: smtp.url, ...(proxied && { TRUST_PROXY: '1' }) },
  });
  const nginx = proxied ? await startNginx(server.port, join(site.folder, 'nginx')) : undefined;
  const port = nginx?.port ?? server.port;

  /** Asks from an address of this machine, and returns the status and the body. */
  function ask(method: string, path: string, { token, json, from = '127.0.0.1', ...posted }: Options = {}) {
    const body = json === undefined ? posted.body : JSON.stringify(json);
    const headers = {
      Host: new URL(server.url).host,
      'Sec-Fetch-Site': 'same-origin',
      ...(method !== 'GET' && { Origin: server.url }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && {
        'Content-Type': posted.type ?? 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
    };
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, localAddress: from, method, path, headers };
      const call = request(options, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('latin1') });
      });
      call.on('error', reject).end(body);
    });
  }

  const call = (method: string, path: string, options?: Options) => ask(method, `/api/v1/${path}`, options);
  const logIn = (email: string, password = PASSWORD, from?: string) =>
    call('POST', 'users/login', { json: { email, password }, ...(from && { from }) });

  return {
    issuer,
    courseId,
    quizId,
    uniqueId,
    smtp,
    port,
    ask,
    call,
    logIn,
    async stop() {
      await nginx?.stop();
      await server.stop();
      await smtp.stop();
      rmSync(site.folder, { recursive: true, force: true });
    },
  };
}
