import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { stageVideo } from '#app/files/media/inspect-video.server.ts';
import { insertVideo, placeVideo } from '#app/files/media/keep-media.server.ts';
import { videoLength } from '#app/files/media/video-length.server.ts';
import { transaction } from '#db/client.ts';
import { videoBytes } from '#tests/support/course-factories.ts';
import { makeIssuer } from '#tests/support/factories.ts';

async function stored(bytes: Uint8Array) {
  const { id: owner } = await makeIssuer();
  const video = await stageVideo(Readable.from([bytes]) as AsyncIterable<Uint8Array>);
  await placeVideo(video);
  transaction((tx) => insertVideo(tx, video, owner));
  return video;
}

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

  it('is unknown where the file does not say it, and then stays unknown', async () => {
    const bytes = videoBytes();
    bytes.write('xxxx', bytes.indexOf('mvhd'), 'latin1');
    const { id, contentType } = await stored(bytes);
    expect(await videoLength(id, contentType)).toBeNull();
    expect(await videoLength(id, contentType)).toBeNull();
  });
});
