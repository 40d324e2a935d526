import { invalid } from '#app/shared/errors.server.ts';
import { type InspectedVideo, inspectVideo } from './inspect-video.server.ts';
import { type ReceivedFile, receiveFile } from './receive-file.server.ts';
import { sniffVideo } from './sniff.ts';
import { MAX_VIDEO_BYTES, notAVideo, videoTooLarge } from './texts.ts';

/** A received and inspected video in a temporary file. `addLesson` and `updateLesson` move it into place. */
export type StagedVideo = ReceivedFile & InspectedVideo;

/**
 * Receives a video: MP4, MOV, AVI or WebM by its bytes, at most 500 MB. Leaves nothing behind on failure.
 * @example await stageVideo(createReadStream('lesson.mp4'))
 * @throws AppError invalid, too-large, storage-full; errors of the source
 */
export async function stageVideo(source: AsyncIterable<Uint8Array>): Promise<StagedVideo> {
  const file = await receiveFile(source, {
    maxBytes: MAX_VIDEO_BYTES,
    tooLargeMessage: videoTooLarge(),
    accepts: (head) => sniffVideo(head) !== null,
    wrongKindMessage: notAVideo(),
    field: 'videoFile',
  });
  const inspected = await inspectVideo(file.path, file.bytes).catch(() => null);
  if (!inspected) {
    await file.discard();
    throw invalid(notAVideo(), { videoFile: [notAVideo()] });
  }
  return { ...file, ...inspected };
}
