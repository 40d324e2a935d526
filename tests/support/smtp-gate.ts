import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy for an SMTP server that can stop responding after its greeting. */
export async function startSmtpGate(smtpUrl: string) {
  const target = Number(new URL(smtpUrl).port);
  const state = { silent: false };
  const held = new Set<Socket>();
  const gate = createServer((client) => {
    held.add(client);
    client.on('error', () => undefined).once('close', () => held.delete(client));
    if (state.silent) {
      client.write('220 gate ESMTP\r\n');
      client.resume();
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    upstream.on('error', () => client.destroy());
    client.once('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  return {
    url: `smtp://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    state,
    stop() {
      gate.close();
      for (const client of held) client.destroy();
    },
  };
}
