import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = Email & {
  /** Addresses of the SMTP envelope: where the mail really went. */
  envelopeTo: string[];
};

/**
 * A real SMTP server on loopback that keeps what it is sent. `refuseWith` makes it turn every mail away with
 * that SMTP status, as a broken server does.
 */
export async function startSmtp() {
  const mails: ReceivedMail[] = [];
  const state = { refuseWith: undefined as number | undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (state.refuseWith) {
          done(Object.assign(new Error('Refused by the test'), { responseCode: state.refuseWith }));
          return;
        }
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        mails.push({ ...mail, envelopeTo: session.envelope.rcptTo.map(({ address }) => address) });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    state,
    /** Waits for the first mail to an address, optionally one whose subject matches. */
    async mailTo(address: string, subject = /./, timeoutMs = 10_000): Promise<ReceivedMail> {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const found = mails.find(
          (mail) => mail.envelopeTo.includes(address) && subject.test(mail.subject ?? ''),
        );
        if (found) return found;
        if (Date.now() > deadline) throw new Error(`No mail to ${address} with a subject like ${subject}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
