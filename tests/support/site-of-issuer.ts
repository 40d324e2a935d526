import { createCertrace, unwrap } from '@certrace/client';
import { startServer } from './server.ts';
import { linkIn, startSmtp } from './smtp.ts';

const PASSWORD = 'green-otter-by-the-lake';

/** Starts a server that approves issuers, and registers one with its own client. */
export async function siteOfIssuer() {
  const smtp = await startSmtp();
  const server = await startServer({
    env: { ISSUER_APPROVAL: 'auto', SMTP_URL: smtp.url, MAIL_FROM: 'certrace@certs.example' },
  });
  const visitor = createCertrace({ url: server.url });
  const email = 'office@aurora.example';
  const body = { name: 'Aurora Institute', email, password: PASSWORD, role: 'admin' } as const;
  unwrap(await visitor.POST('/users/register', { body }));
  const link = new URL(linkIn((await smtp.mailTo(email)).text)).pathname.split('/').at(-1) ?? '';
  unwrap(await visitor.GET('/users/verify/{token}', { params: { path: { token: link } } }));
  const { token } = unwrap(await visitor.POST('/users/login', { body: { email, password: PASSWORD } }));
  const stop = async () => {
    await server.stop();
    await smtp.stop();
  };
  return { url: server.url, token, stop };
}
