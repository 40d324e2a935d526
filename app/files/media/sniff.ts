// Detects file types from their first bytes, to reject most wrong files before the rest arrives.

const ascii = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

const startsWith = (bytes: Uint8Array, prefix: readonly number[]) =>
  prefix.every((byte, index) => bytes[index] === byte);

/** How the types of videos, and of sound, are called and stored. */
export const VIDEO_KINDS = {
  'video/mp4': { name: 'MP4', extension: 'mp4' },
  'video/quicktime': { name: 'MOV', extension: 'mov' },
  'video/x-msvideo': { name: 'AVI', extension: 'avi' },
  'video/webm': { name: 'WebM', extension: 'webm' },
  'video/x-matroska': { name: 'MKV', extension: 'mkv' },
  'video/x-ms-wmv': { name: 'WMV', extension: 'wmv' },
  'video/mpeg': { name: 'MPEG', extension: 'mpg' },
  'video/mp2t': { name: 'MPEG-TS', extension: 'ts' },
  'audio/mpeg': { name: 'MP3', extension: 'mp3' },
  'audio/mp4': { name: 'M4A', extension: 'm4a' },
  'audio/aac': { name: 'AAC', extension: 'aac' },
  'audio/ogg': { name: 'OGG', extension: 'ogg' },
  'audio/wav': { name: 'WAV', extension: 'wav' },
  'audio/webm': { name: 'WebM', extension: 'webm' },
  'audio/flac': { name: 'FLAC', extension: 'flac' },
  'audio/aiff': { name: 'AIFF', extension: 'aiff' },
  'audio/x-caf': { name: 'CAF', extension: 'caf' },
  'audio/amr': { name: 'AMR', extension: 'amr' },
} as const;
export type VideoType = keyof typeof VIDEO_KINDS;

/** Types that few browsers play, or none. They are only taken where they can be converted. */
const CONVERTED: ReadonlySet<VideoType> = new Set([
  'video/x-matroska',
  'video/x-ms-wmv',
  'video/mpeg',
  'video/mp2t',
  'audio/aiff',
  'audio/x-caf',
  'audio/amr',
]);
export const needsConversion = (type: VideoType) => CONVERTED.has(type);

/** The names of the types that a site takes. */
export const takenKinds = (converts: boolean): string[] => {
  const types = Object.keys(VIDEO_KINDS) as VideoType[];
  const taken = types.filter((type) => converts || !needsConversion(type));
  return [...new Set(taken.map((type) => VIDEO_KINDS[type].name))];
};

/** Major brands of ISO base media that are pictures, and those that are sound. */
const PICTURE_BRANDS = /^(avif|avis|heic|heix|heim|heis|hevc|mif1|msf1|jpeg|crx )$/;
const SOUND_BRANDS = /^(M4A |M4B |M4P )$/;
/** First atoms of QuickTime movies from before `ftyp`. */
const QUICKTIME_ATOMS = /^(moov|mdat|wide|free|skip|pnot)$/;

/** Whether the first bytes are those of an MP4 with sound or a movie. Programs write sound with many brands. */
export function isSoundOrMovie(head: Uint8Array): boolean {
  const brand = ascii(head, 8, 4);
  return ascii(head, 4, 4) === 'ftyp' && /^[\x20-\x7e]{4}$/.test(brand) && !PICTURE_BRANDS.test(brand);
}

/** Bytes that `sniffVideo` needs: three packets of MPEG-TS. */
export const SNIFF_BYTES = 512;
/** No video is shorter. */
export const LEAST_BYTES = 64;

const EBML = [0x1a, 0x45, 0xdf, 0xa3];
const ASF = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11];
const MPEG_PACK = [0, 0, 1, 0xba];
/** Bytes of a packet of MPEG-TS, and of one with a time before it, as camcorders and Blu-ray discs write them. */
const [TS_PACKET_BYTES, M2TS_PACKET_BYTES] = [188, 192];
const isTransport = (head: Uint8Array) =>
  [0, 1, 2].every((packet) => head[packet * TS_PACKET_BYTES] === 0x47) ||
  [0, 1, 2].every((packet) => head[packet * M2TS_PACKET_BYTES + 4] === 0x47);

/** The type of the first frame of MPEG audio: MP3 (layer III) or AAC in ADTS. */
function sniffFrame([first, second = 0, third = 0]: Uint8Array): VideoType | null {
  if (first !== 0xff) return null;
  if ((second & 0xf6) === 0xf0) return 'audio/aac';
  const isReserved = ((second >> 3) & 3) === 1 || third >> 4 === 15 || ((third >> 2) & 3) === 3;
  return (second & 0xe6) === 0xe2 && !isReserved ? 'audio/mpeg' : null;
}

function sniffRiff(head: Uint8Array): VideoType | null {
  const form = ascii(head, 8, 4);
  if (form === 'AVI ') return 'video/x-msvideo';
  return form === 'WAVE' ? 'audio/wav' : null;
}

/** The type of a video, or of sound, that the first bytes indicate, or null. */
export function sniffVideo(head: Uint8Array): VideoType | null {
  const atom = ascii(head, 4, 4);
  if (atom === 'ftyp') {
    const brand = ascii(head, 8, 4);
    if (brand === 'qt  ') return 'video/quicktime';
    if (SOUND_BRANDS.test(brand)) return 'audio/mp4';
    return isSoundOrMovie(head) ? 'video/mp4' : null;
  }
  if (QUICKTIME_ATOMS.test(atom)) return 'video/quicktime';
  const mark = ascii(head, 0, 4);
  if (mark === 'RIFF') return sniffRiff(head);
  if (mark === 'OggS') return 'audio/ogg';
  if (mark === 'fLaC') return 'audio/flac';
  if (mark === 'FORM' && /^AIF[FC]$/.test(ascii(head, 8, 4))) return 'audio/aiff';
  if (mark === 'caff') return 'audio/x-caf';
  if (mark === '#!AM') return 'audio/amr';
  if (mark.startsWith('ID3')) return 'audio/mpeg';
  if (startsWith(head, EBML)) {
    return ascii(head, 0, LEAST_BYTES).includes('webm') ? 'video/webm' : 'video/x-matroska';
  }
  if (startsWith(head, ASF)) return 'video/x-ms-wmv';
  if (startsWith(head, MPEG_PACK)) return 'video/mpeg';
  if (isTransport(head)) return 'video/mp2t';
  return sniffFrame(head);
}

const OTHER_KINDS: [name: string, prefix: number[]][] = [
  ['PDF', [0x25, 0x50, 0x44, 0x46]],
  ['ZIP', [0x50, 0x4b, 3, 4]],
  ['PNG', [0x89, 0x50, 0x4e, 0x47]],
  ['JPEG', [0xff, 0xd8, 0xff]],
  ['GIF', [0x47, 0x49, 0x46, 0x38]],
  ['FLV', [0x46, 0x4c, 0x56]],
  ['TIFF', [0x49, 0x49, 0x2a, 0]],
  ['TIFF', [0x4d, 0x4d, 0, 0x2a]],
  ['BMP', [0x42, 0x4d]],
  ['ICO', [0, 0, 1, 0]],
  ['PSD', [0x38, 0x42, 0x50, 0x53]],
  ['PostScript', [0x25, 0x21, 0x50, 0x53]],
  ['gzip', [0x1f, 0x8b]],
  ['AC-3', [0x0b, 0x77]],
  ['RealMedia', [0x2e, 0x52, 0x4d, 0x46]],
  ['MIDI', [0x4d, 0x54, 0x68, 0x64]],
];

/** The name of a kind of file that is neither video nor logo, as its first bytes indicate it, or null. */
export function otherKind(head: Uint8Array): string | null {
  if (ascii(head, 4, 4) === 'ftyp') {
    if (isHeic(head)) return 'HEIC';
    return /^avi[fs]$/.test(ascii(head, 8, 4)) ? 'AVIF' : null;
  }
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WEBP') return 'WebP';
  return OTHER_KINDS.find(([, prefix]) => startsWith(head, prefix))?.[0] ?? null;
}

const HEIC_BRANDS = /^(heic|heix|heim|heis|hevc|mif1|msf1)$/;

/** Whether the first bytes are those of a picture of an iPhone, which needs a decoder of HEVC. */
export const isHeic = (head: Uint8Array) =>
  ascii(head, 4, 4) === 'ftyp' && HEIC_BRANDS.test(ascii(head, 8, 4));
