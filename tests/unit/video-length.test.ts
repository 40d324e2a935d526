import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { stageVideo } from '#app/files/media/inspect-video.server.ts';
import { insertVideo, placeVideo } from '#app/files/media/keep-media.server.ts';
import { videoLength } from '#app/files/media/video-length.server.ts';
import { transaction } from '#db/client.ts';
import { videoBytes } from '#tests/support/course-factories.ts';
import { makeIssuer } from '#tests/support/factories.ts';
import { fakeFfmpeg } from '#tests/support/fake-ffmpeg.ts';
import { testEnvironment } from '#tests/support/setup.ts';

async function stored(bytes: Uint8Array) {
  const { id: owner } = await makeIssuer();
  const video = await stageVideo(Readable.from([bytes]) as AsyncIterable<Uint8Array>);
  await placeVideo(video);
  transaction((tx) => insertVideo(tx, video, owner));
  return video;
}

/** The length of tests/inputs/video-mediarecorder-no-duration.webm. */
const RECORDED_MS = 8_765;

const box = (type: string, ...content: Uint8Array[]) => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([size, Buffer.from(type, 'latin1'), ...content]);
};

describe('the length of a video', () => {
  it('is what the file of every sample video says', async () => {
    for (const name of readdirSync('app/sample/videos').filter((each) => each.endsWith('.mp4'))) {
      const { id, contentType } = await stored(readFileSync(`app/sample/videos/${name}`));
      const length = await videoLength(id, contentType);
      expect(length, name).toBeGreaterThan(3_000);
      expect(length, name).toBeLessThan(60_000);
    }
  });

  it.each([...['sound.wav', 'sound.m4a', 'sound.webm', 'sound.mp3', 'sound.ogg', 'sound.flac'], 'film.mkv'])(
    'is known of %s',
    async (name) => {
      testEnvironment({ FFMPEG_PATH: fakeFfmpeg('works').path });
      const { id, contentType } = await stored(readFileSync(`tests/inputs/${name}`)).finally(testEnvironment);
      const length = await videoLength(id, contentType);
      expect(length).toBeGreaterThanOrEqual(950);
      expect(length).toBeLessThan(1_300);
    },
  );

  const ofSound = async (...parts: Buffer[]) => {
    const { id, contentType } = await stored(Buffer.concat(parts));
    return videoLength(id, contentType);
  };
  const mp3 = readFileSync('tests/inputs/sound.mp3');

  it('is known of an MP3 with a picture of 5 MB in its tag', async () => {
    const size = 5 * 1_048_576;
    const tag = Buffer.from([
      0x49,
      0x44,
      0x33,
      3,
      0,
      0,
      ...[21, 14, 7, 0].map((bits) => (size >> bits) & 127),
    ]);
    expect(await ofSound(tag, Buffer.alloc(size, 0xff), mp3)).toBe(await ofSound(mp3));
  });

  it.each([
    ['sound.aac', 'audio/aac'],
    ['sound.flac', 'audio/flac'],
    ['sound.mp3', 'audio/mpeg'],
  ])('is that of what follows a tag, whose kind it tells (%s)', async (name, type) => {
    const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x08\0', 'latin1'), Buffer.alloc(1_024)]);
    const plain = readFileSync(`tests/inputs/${name}`);
    expect((await stored(Buffer.concat([tag, plain]))).contentType).toBe(type);
    expect(await ofSound(tag, plain)).toBe(await ofSound(plain));
  });

  it('is left to the player where the file does not state it, or was joined since', async () => {
    expect(await ofSound(...Array.from({ length: 20 }, () => mp3))).toBeNull();
    const unnamed = Buffer.from(mp3.toString('latin1').replaceAll(/Xing|Info/g, 'none'), 'latin1');
    expect(await ofSound(unnamed)).toBeNull();
    expect(await ofSound(readFileSync('tests/inputs/sound.aac'))).toBeNull();
    for (const end of [64, 80]) expect(await ofSound(mp3.subarray(0, end))).toBeNull();
    const flac = Buffer.from(readFileSync('tests/inputs/sound.flac'));
    flac.fill(0, 22, 26);
    expect(await ofSound(flac)).toBeNull();
  });

  it('is found in a MOV whose moov stands at the end, in 64 bits', async () => {
    const header = Buffer.alloc(112);
    header[0] = 1;
    header.writeUInt32BE(600, 20);
    header.writeBigUInt64BE(54_000n, 24);
    const handler = Buffer.concat([Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(12)]);
    const description = Buffer.concat([Buffer.alloc(12), Buffer.from('avc1'), Buffer.alloc(8)]);
    const track = box(
      'trak',
      box('mdia', box('hdlr', handler), box('minf', box('stbl', box('stsd', description)))),
    );
    const bytes = Buffer.concat([
      box('ftyp', Buffer.from('qt  '), Buffer.alloc(4)),
      box('mdat', Buffer.alloc(100)),
      box('moov', box('mvhd', header), track),
    ]);
    const { id, contentType } = await stored(bytes);
    expect(contentType).toBe('video/quicktime');
    expect(await videoLength(id, contentType)).toBe(90_000);
  });

  it('is the time of the last block in a WebM of a recorder', async () => {
    const recorded = readFileSync('tests/inputs/video-mediarecorder-no-duration.webm');
    const { id, contentType } = await stored(recorded);
    const length = (await videoLength(id, contentType)) ?? 0;
    // What ffprobe finds in its packets.
    expect(length).toBeGreaterThan(RECORDED_MS - 100);
    expect(length).toBeLessThan(RECORDED_MS + 100);
  });

  it('is the end of the last fragment in an MP4 of a recorder', async () => {
    const numbers = (...values: number[]) => {
      const bytes = Buffer.alloc(4 * values.length);
      for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
      return bytes;
    };
    const description = Buffer.concat([Buffer.alloc(12), Buffer.from('avc1'), Buffer.alloc(8)]);
    const track = box(
      'trak',
      box('tkhd', numbers(0, 0, 0, 7, 0, 0)),
      box(
        'mdia',
        box('mdhd', numbers(0, 0, 0, 30_000, 0, 0)),
        box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(12)])),
        box('minf', box('stbl', box('stsd', description))),
      ),
    );
    const fragment = (time: number, run: Buffer) => [
      box(
        'moof',
        box('mfhd', numbers(0, 1)),
        box('traf', box('tfhd', numbers(0, 7)), box('tfdt', numbers(0, time)), box('trun', run)),
      ),
      box('mdat', Buffer.alloc(1_500_000)),
    ];
    const header = numbers(0, 0, 0, 1_000, 0, ...Array.from({ length: 20 }, () => 0));
    const movie = box(
      'moov',
      box('mvhd', header),
      track,
      box('mvex', box('trex', numbers(0, 7, 1, 1_001, 0, 0))),
    );
    const lengths = [
      // 60 samples of the default length, and two with their own.
      { run: numbers(0, 60), ms: 12_002 },
      { run: numbers(0x301, 2, 0, 15_000, 9, 30_000, 9), ms: 11_500 },
    ];
    for (const { run, ms } of lengths) {
      const file = [box('ftyp', Buffer.from('isom'), Buffer.alloc(4)), movie];
      const bytes = Buffer.concat([...file, ...fragment(0, numbers(0, 300)), ...fragment(300_000, run)]);
      const { id, contentType } = await stored(bytes);
      expect(await videoLength(id, contentType)).toBe(ms);
    }
  });

  it('is unknown where the file does not say it, and then stays unknown', async () => {
    const bytes = videoBytes();
    bytes.write('xxxx', bytes.indexOf('mvhd'), 'latin1');
    const { id, contentType } = await stored(bytes);
    expect(await videoLength(id, contentType)).toBeNull();
    expect(await videoLength(id, contentType)).toBeNull();
  });
});
