// The lengths that files of sound state, in milliseconds. Null where only a player finds it out.

/** Length of a FLAC: the samples in its STREAMINFO (RFC 9639 section 8.2), of which 0 means an unknown number. */
export function flacLength(head: Buffer): number | null {
  if (head.length < 26) return null;
  const rate = head.readUIntBE(18, 3) >> 4;
  const samples = (head.readUInt8(21) & 15) * 2 ** 32 + head.readUInt32BE(22);
  return rate === 0 || samples === 0 ? null : (samples * 1_000) / rate;
}

const OPUS_RATE = 48_000;

/**
 * Length of an Ogg with one stream of Opus or Vorbis: the position of its last page (RFC 3533 section 6), without what Opus drops at the
 * start (RFC 7845 section 5.1).
 * @param page the last one
 */
export function oggLength(head: Buffer, page: Buffer | null): number | null {
  if (!page || page.length < 14) return null;
  const position = Number(page.readBigInt64LE(6));
  const [opus, vorbis] = [head.indexOf('OpusHead'), head.indexOf('\x01vorbis', 0, 'latin1')];
  if (opus !== -1 && vorbis === -1) return ((position - head.readUInt16LE(opus + 10)) * 1_000) / OPUS_RATE;
  return vorbis !== -1 && opus === -1 ? (position * 1_000) / head.readUInt32LE(vorbis + 12) : null;
}

/** Where the sound of an MP3 begins: after its tag (ID3v2), which may have pictures of megabytes. */
export function startOfMp3(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head.readUInt8(at) & 127), 0);
  const hasFooter = (head.readUInt8(5) & 0x10) !== 0;
  return size + (hasFooter ? 20 : 10);
}

/** Samples a second of MPEG 1. MPEG 2 has half of them, and MPEG 2.5 a quarter. */
const MP3_RATES = [44_100, 48_000, 32_000];
const [MPEG_1, RESERVED, MPEG_2] = [3, 1, 2];
const MONO = 3;

/** Where the first frame of layer III begins, or -1. */
function firstFrame(sound: Buffer): number {
  for (let at = sound.indexOf(0xff); at !== -1; at = sound.indexOf(0xff, at + 1)) {
    const second = sound[at + 1] ?? 0;
    if ((second & 0xe6) === 0xe2 && ((second >> 3) & 3) !== RESERVED) return at;
  }
  return -1;
}

/** Bytes of tags after the sound, such as that of APE. */
const TAG_BYTES = 16_384;

/**
 * Length of an MP3: the number of frames that encoders write into the first one, which has no sound then. Null if the file was cut or
 * joined since.
 * @param sound the first bytes after the tag
 * @param bytes all bytes after the tag
 */
export function mp3Length(sound: Buffer, bytes: number): number | null {
  const frame = firstFrame(sound);
  if (frame === -1 || sound.length < frame + 64) return null;
  const version = (sound.readUInt8(frame + 1) >> 3) & 3;
  const rate = MP3_RATES[(sound.readUInt8(frame + 2) >> 2) & 3];
  const isMono = sound.readUInt8(frame + 3) >> 6 === MONO;
  const side = version === MPEG_1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const nameAt = (at: number) => sound.toString('latin1', at, at + 4);
  const xing = frame + 4 + side;
  const vbri = frame + 36;
  // Both numbers are optional in the one kind.
  const isXing = /^(?:Xing|Info)$/.test(nameAt(xing)) && (sound.readUInt32BE(xing + 4) & 3) === 3;
  if (rate === undefined || (!isXing && nameAt(vbri) !== 'VBRI')) return null;
  const [frames, stated] = [isXing ? xing + 8 : vbri + 14, isXing ? xing + 12 : vbri + 10];
  if (Math.abs(sound.readUInt32BE(stated) - bytes) > bytes / 20 + TAG_BYTES) return null;
  const slower = version === MPEG_1 ? 1 : version === MPEG_2 ? 2 : 4;
  const samples = version === MPEG_1 ? 1_152 : 576;
  return (sound.readUInt32BE(frames) * samples * slower * 1_000) / rate;
}
