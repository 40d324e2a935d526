import { z } from 'zod';
import { env } from '#app/config/env.server.ts';
import { needsConversion, type VideoType } from '#app/files/media/sniff.ts';
import { runTool, type ToolLimits } from './run-tool.server.ts';

const LIMITS: ToolLimits = {
  cpuSeconds: 30,
  memoryKb: 1_000_000,
  fileBytes: 0,
  timeoutMs: 120_000,
  stallMs: 120_000,
};

/** Demuxers by file type. ffmpeg must not guess, because some formats, such as playlists, open other files. */
const FORMATS: Record<VideoType, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/x-ms-wmv': 'asf',
  'video/mpeg': 'mpeg',
  'video/mp2t': 'mpegts',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mov',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'matroska',
  'audio/flac': 'flac',
  'audio/aiff': 'aiff',
  'audio/x-caf': 'caf',
  'audio/amr': 'amr',
};

/** Pixels a side of a video that is converted. Decoding more costs memory and hours. */
const MAX_SIDE = 4_096;
/** Has the decoder refuse frames that are larger than the file states. */
export const WITHIN_MAX_PIXELS = ['-max_pixels', String(MAX_SIDE ** 2)];

/** Arguments that open a video as this type, and nothing else. */
export const openAs = (type: VideoType, path: string) => [
  ...['-protocol_whitelist', 'file', '-f', FORMATS[type]],
  ...['-i', `file:${path}`],
];

export type ProbedVideo = {
  /** Null if the file does not state it. */
  durationMs: number | null;
  /** Null for sound alone. */
  codec: string | null;
  pixelFormat: string | null;
  /** Null without sound. */
  audioCodec: string | null;
  /** Whether a side has more than MAX_SIDE pixels. */
  isTooLarge: boolean;
};

const probeSchema = z.object({
  format: z.object({ duration: z.coerce.number().positive().optional().catch(undefined) }).default({}),
  streams: z.array(
    z.object({
      codec_type: z.string().optional(),
      codec_name: z.string().default('unknown'),
      pix_fmt: z.string().optional(),
      width: z.number().default(0),
      height: z.number().default(0),
      disposition: z.object({ attached_pic: z.number().optional() }).optional(),
    }),
  ),
});

/**
 * Reads the format and the tracks of a video or of sound.
 * @returns null for a file without a track
 * @throws ToolError; an error for output that is not ffprobe's
 */
export async function probeVideo(
  path: string,
  type: VideoType,
  signal: AbortSignal,
): Promise<ProbedVideo | null> {
  const { ffprobe = '' } = env().ffmpeg ?? {};
  const args = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', ...openAs(type, path)];
  const output = await runTool([ffprobe, ...args], LIMITS, { signal });
  const { format, streams } = probeSchema.parse(JSON.parse(output));
  const video = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  );
  const audio = streams.find(({ codec_type }) => codec_type === 'audio');
  if (!video && !audio) return null;
  return {
    durationMs: format.duration === undefined ? null : Math.round(format.duration * 1_000),
    codec: video?.codec_name ?? null,
    pixelFormat: video?.pix_fmt ?? null,
    audioCodec: audio?.codec_name ?? null,
    isTooLarge: video !== undefined && Math.max(video.width, video.height) > MAX_SIDE,
  };
}

const PIXELS = new Set(['yuv420p', 'yuvj420p']);
const OPEN_CODECS = new Set(['vp8', 'vp9', 'av1']);
const AUDIO = new Set(['aac', 'mp3', 'opus', 'vorbis', 'flac']);

/** Samples of WAV that every current browser plays. */
const WAV_CODECS = new Set(['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le']);

/** Whether every current browser plays a video. */
export function isPlayable(type: VideoType, { codec, pixelFormat, audioCodec }: ProbedVideo): boolean {
  if (type === 'video/x-msvideo' || needsConversion(type)) return false;
  const isFilmPlayable =
    codec === null ||
    (codec === 'h264' ? pixelFormat === null || PIXELS.has(pixelFormat) : OPEN_CODECS.has(codec));
  const sounds = type === 'audio/wav' ? WAV_CODECS : AUDIO;
  return isFilmPlayable && (audioCodec === null || sounds.has(audioCodec));
}
