import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = Email & {
  /** The recipients of the SMTP envelope. */
  envelopeTo: string[];
  /** The raw message. */
  raw: Buffer;
};

/** The first link in a mail's text, or an empty string. */
export const linkIn = (text: string | undefined) => /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '';

/** A real SMTP server on loopback that records messages. */
export async function startSmtp(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const state = {
    /** Rejects every message with this SMTP status. */
    refuseWith: undefined as number | undefined,
    refuseText: 'Refused by the test',
    /** Time that it takes to accept a message. */
    delayMs: 0,
    /** Reject recipients (RCPT TO) or senders (MAIL FROM) with these SMTP statuses. */
    refuseRecipientWith: undefined as number | undefined,
    refuseSenderWith: undefined as number | undefined,
    /** Refuses connections beyond this number. */
    mostConnections: Number.POSITIVE_INFINITY,
    /** Never acknowledges messages to this address. */
    stallFor: undefined as string | undefined,
  };
  const refusal = (responseCode: number | undefined) =>
    responseCode ? Object.assign(new Error(state.refuseText), { responseCode }) : null;
  let open = 0;
  let mostOpen = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onAuth(_credentials, _session, done) {
      done(null, { user: 'tests' });
    },
    onConnect(_session, done) {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      done(open > state.mostConnections ? refusal(421) : null);
    },
    onClose() {
      open -= 1;
    },
    onMailFrom(_address, _session, done) {
      done(refusal(state.refuseSenderWith));
    },
    onRcptTo(_address, _session, done) {
      done(refusal(state.refuseRecipientWith));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const refused = refusal(state.refuseWith);
        if (refused) {
          done(refused);
          return;
        }
        if (session.envelope.rcptTo.some(({ address }) => address === state.stallFor)) return;
        if (state.delayMs > 0) await delay(state.delayMs);
        const raw = Buffer.concat(chunks);
        const mail = await PostalMime.parse(raw);
        mails.push({ ...mail, raw, envelopeTo: session.envelope.rcptTo.map(({ address }) => address) });
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
    /** The highest number of open connections so far. */
    mostOpen: () => mostOpen,
    /** Waits for the first message to an address whose subject matches. */
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
