import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { leadsToPrivate } from '#app/events/webhooks/receiver-address.server.ts';
import { createSender } from '#app/events/webhooks/send-webhook.server.ts';
import { makeVerifier } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { receiverCertificate, startReceiver } from '#tests/support/webhook-receiver.ts';

/** Ways to write a private address, each by its name. PORT is that of a server on every loopback address. */
const WAYS: [way: string, url: string][] = [
  ['loopback', 'https://127.0.0.1:PORT/'],
  ['another loopback address', 'https://127.0.0.2:PORT/'],
  ['a decimal host', 'https://2130706433:PORT/'],
  ['an octal host', 'https://017700000001:PORT/'],
  ['octal parts', 'https://0177.0.0.01:PORT/'],
  ['hexadecimal parts', 'https://0x7f.0x0.0x0.0x1:PORT/'],
  ['missing parts', 'https://127.1:PORT/'],
  ['a trailing dot', 'https://127.0.0.1.:PORT/'],
  ['full-width digits', 'https://１２７.０.０.１:PORT/'],
  ['percent-encoded digits', 'https://%31%32%37.0.0.1:PORT/'],
  ['the unspecified address', 'https://0.0.0.0:PORT/'],
  ['IPv6 loopback', 'https://[::1]:PORT/'],
  ['the unspecified IPv6 address', 'https://[::]:PORT/'],
  ['IPv4 mapped into IPv6', 'https://[::ffff:127.0.0.1]:PORT/'],
  ['the same in hexadecimal', 'https://[::ffff:7f00:1]:PORT/'],
  ['IPv4-compatible IPv6', 'https://[::127.0.0.1]:PORT/'],
  ['NAT64', 'https://[64:ff9b::127.0.0.1]:PORT/'],
  ['NAT64 of one network', 'https://[64:ff9b:1::127.0.0.1]:PORT/'],
  ['6to4', 'https://[2002:7f00:1::1]:PORT/'],
  ['Teredo', 'https://[2001:0:7f00:1::1]:PORT/'],
  ['a link-local address', 'https://[fe80::1]:PORT/'],
  ['a unique local address', 'https://[fd12:3456:789a::1]:PORT/'],
  ['IPv6 multicast', 'https://[ff02::1]:PORT/'],
  ['10.0.0.0/8', 'https://10.1.2.3:PORT/'],
  ['172.16.0.0/12', 'https://172.31.255.254:PORT/'],
  ['192.168.0.0/16', 'https://192.168.1.1:PORT/'],
  ['carrier-grade NAT', 'https://100.64.0.1:PORT/'],
  ['the metadata of most clouds', 'https://169.254.169.254:PORT/latest/meta-data/'],
  ['the metadata of AWS by IPv6', 'https://[fd00:ec2::254]:PORT/'],
  ['the metadata of Alibaba', 'https://100.100.100.200:PORT/'],
  ['the metadata of Oracle', 'https://192.0.0.192:PORT/'],
  ['the metadata of Azure', 'https://168.63.129.16:PORT/'],
  ['multicast', 'https://224.0.0.1:PORT/'],
  ['broadcast', 'https://255.255.255.255:PORT/'],
  ['localhost', 'https://localhost:PORT/'],
  ['localhost with a dot', 'https://localhost.:PORT/'],
  ['a name below localhost', 'https://hooks.localhost:PORT/'],
  ['an IDN that means localhost', 'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/'],
  ['a user name that looks like a host', 'https://example.org@127.0.0.1:PORT/'],
  ['a password', 'https://example.org:443@127.0.0.1:PORT/'],
  ['a backslash', 'https://127.0.0.1:PORT\\@example.org/'],
];

/** Counts connections on all addresses of this machine, without speaking TLS. */
const server = createServer((socket) => {
  connections += 1;
  socket.on('error', () => undefined).destroy();
});
let connections = 0;
let port = 0;
beforeAll(async () => {
  server.listen(0, '::');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());
afterEach(() => {
  connections = 0;
});

const withPort = (url: string) => url.replace('PORT', String(port));
const message = (url: string) => ({ url, id: 'x', body: '{}', secrets: ['whsec_c2VjcmV0c2VjcmV0c2VjcmV0'] });

async function attempt(url: string, options: Parameters<typeof createSender>[0] = {}) {
  const sender = createSender(options);
  try {
    return await sender.send(message(url));
  } catch (error) {
    return (error as Error).message;
  } finally {
    await sender.close();
  }
}

describe('a webhook does not reach a private address by', () => {
  it.each(WAYS)('%s', async (_, url) => {
    const { token } = await makeVerifier();
    const json = { url: withPort(url), types: ['payment.paid'] };
    const answer = await fetchApi('webhooks', { token, json });
    const { errors } = await answer.json();
    expect([answer.status, Object.keys(errors)]).toEqual([400, ['url']]);
    // As if it had been registered.
    if (URL.canParse(withPort(url)) && !url.includes('@')) {
      const resolve = async () => ['127.0.0.1'];
      expect(await attempt(new URL(withPort(url)).href, { resolve })).toBe('not-public');
    }
    expect(connections).toBe(0);
  });

  it('a name that resolves to one, also among public ones', async () => {
    const names: Record<string, string[]> = {
      'hooks.example': ['127.0.0.1'],
      'mixed.example': ['8.8.8.8', '127.0.0.1'],
      'six.example': ['::1'],
      'public.example': ['8.8.8.8', '2606:4700:4700::1111'],
    };
    const resolve = async (host: string) => names[host] ?? [];
    for (const host of ['hooks.example', 'mixed.example', 'six.example']) {
      expect(await leadsToPrivate(`https://${host}/`, resolve)).toBe(true);
      expect(await attempt(`https://${host}:${port}/`, { resolve })).toBe('not-public');
    }
    expect(await leadsToPrivate('https://public.example/', resolve)).toBe(false);
    expect(await leadsToPrivate('https://unknown.example/', resolve)).toBe(false);
    expect(connections).toBe(0);
  });

  it('a name whose address changes after the check', async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [asked === 1 ? '8.8.8.8' : '127.0.0.1'];
    };
    expect(await leadsToPrivate(`https://rebind.example:${port}/`, resolve)).toBe(false);
    expect(await attempt(`https://rebind.example:${port}/`, { resolve })).toBe('not-public');
    expect([asked, connections]).toEqual([2, 0]);
  });

  it('a redirect', async () => {
    testEnvironment({ ALLOW_PRIVATE_WEBHOOKS: '1' });
    const receiver = await startReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answerWith((_, response) =>
        response.writeHead(status, { Location: withPort('https://127.0.0.1:PORT/') }).end(),
      );
      expect(await attempt(receiver.url, { ca: receiverCertificate().cert })).toBe(status);
    }
    expect(connections).toBe(0);
    await receiver.stop();
  });

  it('http or another protocol', async () => {
    testEnvironment({ ALLOW_PRIVATE_WEBHOOKS: '1' });
    const { token } = await makeVerifier();
    for (const url of [
      'http://127.0.0.1/',
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'javascript:1',
      '//example.org',
      'https://',
      '',
    ]) {
      const answer = await fetchApi('webhooks', { token, json: { url, types: ['payment.paid'] } });
      expect([answer.status, Object.keys((await answer.json()).errors)], url).toEqual([400, ['url']]);
    }
  });
});

describe('ALLOW_PRIVATE_WEBHOOKS=1', () => {
  it('allows private addresses', async () => {
    testEnvironment({ ALLOW_PRIVATE_WEBHOOKS: '1' });
    const receiver = await startReceiver();
    const { token } = await makeVerifier();
    const answer = await fetchApi('webhooks', {
      token,
      json: { url: receiver.url, types: ['payment.paid'] },
    });
    expect(answer.status).toBe(201);
    const ca = receiverCertificate().cert;
    expect(await attempt(receiver.url, { ca })).toBe(204);
    expect(
      await attempt(`https://hooks.example:${receiver.port}/`, { ca, resolve: async () => ['127.0.0.1'] }),
    ).toBe(204);
    await receiver.stop();
  });
});
