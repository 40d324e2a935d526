import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  cosign,
  findCosignature,
  formatAddCheckpoint,
  openCheckpoint,
  parseAddCheckpoint,
  parseNote,
  parseVerifierKey,
  privateKeyFromSeed,
  readCheckpoint,
  sha256,
  signCheckpoint,
  witnessKeyOf,
} from '@certrace/verify';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { env, parseEnvironment } from '#app/config/env.server.ts';
import type { Witness } from '#app/config/witnesses.server.ts';
import { cosignCheckpoint, ownWitnessKey } from '#app/log/cosign-checkpoint.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { entryAt, proveEntry } from '#app/log/prove-entry.server.ts';
import { readLogCheckpoint } from '#app/log/read-log.server.ts';
import { sendCheckpoint, startWitnessing } from '#app/log/send-checkpoints.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { log as processLog } from '#app/shared/log.server.ts';
import { installDatabase, sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { memoryLog } from '#tests/support/memory-log.ts';
import { testEnvironment } from '#tests/support/setup.ts';

// This note is the example in C2SP tlog-cosignature.
it('the size and the proof of the example in C2SP tlog-witness are parsed', () => {
  const body =
    'old 20852014\nPlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n\nexample.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n';
  expect(parseAddCheckpoint(body)).toMatchObject({ oldSize: 20_852_014, proof: [expect.anything()] });
  expect(formatAddCheckpoint(parseAddCheckpoint(body) as never)).toBe(body);
});

describe('this site as a witness', () => {
  let origins = 0;
  /** Creates a separate witnessed log with 20 entries. */
  function witnessed() {
    origins += 1;
    const log = memoryLog(`log${origins}.example/log`);
    for (let index = 0; index < 20; index += 1) log.add(Buffer.from(`entry ${index}`));
    testEnvironment({ WITNESS_LOGS: log.vkey });
    const ask = (
      oldSize: number,
      size: number,
      proof = oldSize === 0 ? [] : log.consistency(oldSize, size),
    ) => cosignCheckpoint(formatAddCheckpoint({ oldSize, proof, note: log.checkpoint(size) }));
    return { log, ask };
  }

  it('cosigns a checkpoint that is consistent with the last one', () => {
    const { log, ask } = witnessed();
    setClock(() => Date.parse('2026-01-31T12:00:00Z'));
    const key = parseVerifierKey(ownWitnessKey());
    for (const [oldSize, size] of [
      [0, 5],
      [5, 5],
      [5, 13],
      [13, 20],
    ] as const) {
      const answer = ask(oldSize, size);
      if (answer.kind !== 'cosigned' || !key) throw new Error(answer.kind);
      const text = parseNote(log.checkpoint(size))?.text ?? '';
      expect(findCosignature(text, answer.lines, key)?.time).toBe(Date.parse('2026-01-31T12:00:00Z') / 1_000);
      expect(findCosignature(text.replace(/\n\d+\n/, '\n7\n'), answer.lines, key)).toBeNull();
    }
  });

  it('rejects every other request, and still cosigns from the last checkpoint', () => {
    const { log, ask } = witnessed();
    ask(0, 8);
    expect(ask(5, 13)).toEqual({ kind: 'conflict', size: 8 });
    expect(ask(0, 13)).toEqual({ kind: 'conflict', size: 8 });
    expect(ask(8, 13, [])).toEqual({ kind: 'inconsistent' });
    expect(ask(8, 13, log.consistency(7, 13))).toEqual({ kind: 'inconsistent' });
    expect(ask(8, 8, log.consistency(7, 8))).toEqual({ kind: 'inconsistent' });
    expect(ask(13, 8, [])).toEqual({ kind: 'malformed' });
    const note = log.checkpoint(13);
    const proof = log.consistency(8, 13);
    const send = (changed: string) =>
      cosignCheckpoint(formatAddCheckpoint({ oldSize: 8, proof, note: changed }));
    expect(send(note.replace('\n13\n', '\n14\n'))).toEqual({ kind: 'not-signed' });
    expect(send(memoryLog('other.example/log').checkpoint(0))).toEqual({ kind: 'unknown-log' });
    const fork = signCheckpoint({ origin: log.signer.name, size: 8, root: sha256('fork') }, log.signer);
    expect(cosignCheckpoint(formatAddCheckpoint({ oldSize: 8, proof: [], note: fork }))).toEqual({
      kind: 'conflict',
      size: 8,
    });
    for (const body of [
      '',
      'old 08\n\n',
      'old -1\n\nx',
      'old 1\nnothash\n\nx\n',
      `old 1\n${'A'.repeat(60_000)}`,
    ]) {
      expect(cosignCheckpoint(body)).toEqual({ kind: 'malformed' });
    }
    const hashes = Array.from({ length: 64 }, () => sha256(''));
    expect(ask(8, 13, hashes)).toEqual({ kind: 'malformed' });
    expect(ask(8, 13).kind).toBe('cosigned');
  });

  it('remembers its cosignatures after a restore of its database', () => {
    const backup = sqlite().serialize();
    const { ask } = witnessed();
    ask(0, 8);
    installDatabase(new Database(backup));
    expect(ask(0, 13)).toEqual({ kind: 'conflict', size: 8 });
  });
});

describe('sending checkpoints to witnesses', () => {
  const signer = { name: 'witness.example/w', privateKey: privateKeyFromSeed(sha256('a witness')) };
  const now = () => Math.floor(Date.now() / 1_000);
  const servers: ReturnType<typeof createServer>[] = [];
  beforeEach(() => {
    vi.spyOn(processLog, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  type Answer = { status: number; body: string } | null;
  /** Starts a witness that sends the response that `answer` returns for a request's body. */
  async function witness(answer: (body: string) => Answer | Promise<Answer>) {
    const asked: string[] = [];
    const listener: RequestListener = async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      asked.push(body);
      const said = await answer(body);
      if (said) response.writeHead(said.status).end(said.body);
    };
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    testEnvironment({ LOG_WITNESSES: `${witnessKeyOf(signer)} http://127.0.0.1:${port}/` });
    const [configured] = env().witnesses;
    if (!configured) throw new Error('no witness');
    return { asked, configured };
  }

  function send(configured: Witness) {
    const log = currentLog();
    if (!log) throw new Error('no log');
    return sendCheckpoint(log, configured);
  }

  const textIn = (body: string) => parseNote(parseAddCheckpoint(body)?.note ?? '')?.text ?? '';
  const honest = (body: string) => ({ status: 200, body: cosign(textIn(body), signer, now()) });

  it('keeps the cosignature and serves it with the checkpoint', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    const { asked, configured } = await witness(honest);
    await send(configured);
    await send(configured);
    await makeCertificate(issuer);
    expect(readLogCheckpoint('1')).not.toContain('witness.example/w');
    await send(configured);
    expect(asked.map((body) => parseAddCheckpoint(body)?.oldSize)).toEqual([0, 2]);
    const note = readLogCheckpoint('1');
    const key = parseVerifierKey(currentLog()?.verifierKey ?? '');
    expect(key && openCheckpoint(note, key)?.size).toBe(3);
    expect(findCosignature(parseNote(note)?.text ?? '', note, configured.key)).not.toBeNull();
  });

  it('serves cosigned checkpoints during continuous issuing', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    const { configured } = await witness(async (body) => {
      await makeCertificate(issuer);
      return honest(body);
    });
    const served = () => {
      const note = readLogCheckpoint('1');
      const found = findCosignature(parseNote(note)?.text ?? '', note, configured.key);
      return { note, size: readCheckpoint(note)?.size ?? 0, isCosigned: found !== null };
    };
    const sizes: number[] = [];
    const stop = startWitnessing();
    try {
      await vi.waitFor(
        () => {
          const { size, isCosigned } = served();
          sizes.push(size);
          expect([isCosigned, size >= 3]).toEqual([true, true]);
        },
        { timeout: 5_000 },
      );
    } finally {
      stop();
    }
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    const { note, size } = served();
    expect(size).toBeLessThan(currentLog()?.size ?? 0);
    // The proofs of older entries use the first cosigned checkpoint with them, those of newer entries a checkpoint that covers them.
    const proofOf = (seq: number) => proveEntry(entryAt(seq) as never) ?? '';
    expect(proofOf(size)).toContain(note);
    expect(proofOf(1)).toContain('— witness.example/w');
    expect(proofOf(currentLog()?.size ?? 0)).toContain(currentLog()?.checkpoint);
  });

  it('serves the newest checkpoint when the witness refuses', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    const { asked } = await witness(() => ({ status: 500, body: '' }));
    const stop = startWitnessing();
    try {
      await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 5_000 });
      await makeCertificate(issuer);
      await vi.waitFor(() => expect(readLogCheckpoint('1')).toBe(currentLog()?.checkpoint), {
        timeout: 5_000,
      });
    } finally {
      stop();
    }
  });

  it('continues from the size that the witness returns', async () => {
    await makeCertificate(await makeIssuer());
    let isFirst = true;
    const { asked, configured } = await witness((body) => {
      const said = isFirst ? { status: 409, body: '1\n' } : honest(body);
      isFirst = false;
      return said;
    });
    await send(configured);
    expect(asked.map((body) => parseAddCheckpoint(body)?.proof.length)).toEqual([0, 1]);
  });

  it.each<[string, (body: string) => { status: number; body: string }, RegExp]>([
    ['signs another text', () => ({ status: 200, body: cosign('other\n', signer, now()) }), /is not valid/],
    [
      'signs with another key',
      (body) => ({
        status: 200,
        body: cosign(textIn(body), { ...signer, privateKey: privateKeyFromSeed(sha256('other')) }, now()),
      }),
      /is not valid/,
    ],
    [
      'signs for next year',
      (body) => ({ status: 200, body: cosign(textIn(body), signer, now() + 31_536_000) }),
      /is not valid/,
    ],
    ['sends an empty response', () => ({ status: 200, body: '' }), /is not valid/],
    ['claims a larger log', () => ({ status: 409, body: '99\n' }), /has seen 99 entries, but the log has 2/],
    ['always disagrees', () => ({ status: 409, body: '1\n' }), /has seen 1 entries/],
    ['refuses', () => ({ status: 403, body: 'no' }), /answered 403/],
    ['sends too long a response', () => ({ status: 200, body: 'x'.repeat(100_000) }), /too long/],
  ])('stores no cosignature of a witness that %s', async (_, answer, message) => {
    await makeCertificate(await makeIssuer());
    const { configured } = await witness(answer);
    await expect(send(configured)).rejects.toThrow(message);
    expect(readLogCheckpoint('1')).toBe(currentLog()?.checkpoint);
  });

  it('a witness that never answers delays neither issuing nor the shutdown', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    const { asked } = await witness(() => null);
    const stop = startWitnessing();
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 5_000 });
    await makeCertificate(issuer);
    expect(currentLog()?.size).toBe(3);
    stop();
    expect(asked).toHaveLength(1);
  });
});

const WITNESS = witnessKeyOf({ name: 'w', privateKey: privateKeyFromSeed(sha256('w')) });
it.each([
  [{ LOG_WITNESSES: 'nonsense http://w.example' }, /^LOG_WITNESSES: .* not a witness's key: nonsense$/],
  [{ LOG_WITNESSES: `${memoryLog().vkey} http://w.example` }, /^LOG_WITNESSES: .* not a witness's key/],
  [{ LOG_WITNESSES: `${WITNESS} ftp://w` }, /^LOG_WITNESSES: .* not a URL: ftp/],
  [{ LOG_QUORUM: '1' }, /^LOG_QUORUM: must be at most the number of witnesses in LOG_WITNESSES, which is 0$/],
  [{ LOG_WITNESSES: `${WITNESS} http://w, ${WITNESS} http://v`, LOG_QUORUM: '2' }, /^LOG_QUORUM: .* is 1$/],
  [{ LOG_WITNESSES: `${WITNESS} http://w`, LOG_QUORUM: '0' }, /^LOG_QUORUM: /],
  [{ LOG_WITNESSES: `${WITNESS} http://w`, LOG_QUORUM: 'two' }, /^LOG_QUORUM: /],
  [{ WITNESS_LOGS: 'nonsense' }, /^WITNESS_LOGS: is not the key of a log: nonsense$/],
])('refuses to start with %o', (variables, line) => {
  expect(() => parseEnvironment({ NODE_ENV: 'test', ...variables })).toThrow(line);
});
