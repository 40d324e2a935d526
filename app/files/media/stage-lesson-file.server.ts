import { invalidFile } from '#app/shared/errors.server.ts';
import { isLessonFile, startsAs } from './inspect-lesson-file.server.ts';
import { lessonFileType, notAsNamed } from './lesson-file-types.ts';
import { type ReceivedFile, receiveFile } from './receive-file.server.ts';
import { lessonFileTooLarge, MAX_LESSON_FILE_BYTES, notALessonFile } from './texts.ts';

/** A received file of a lesson in a temporary file. `addLessonFile` moves it into place. */
export type StagedLessonFile = ReceivedFile & { name: string; contentType: string };

const MAX_NAME_LENGTH = 150;

/** The name of an upload without a path and without characters that show nothing. */
function cleanName(name: string): string {
  const plain = name
    .slice(0, 4_096)
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}"]/gu, '')
    .trim();
  const extension = /\.[^.]*$/.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length);
  return stem.slice(0, MAX_NAME_LENGTH).toWellFormed() + extension;
}

/**
 * Receives a file of a kind in `lesson-file-types.ts` by its name and its content, at most 50 MB. Leaves nothing behind on failure.
 * @throws AppError invalid, too-large, storage-full; errors of the source
 */
export async function stageLessonFile(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<StagedLessonFile> {
  const name = cleanName(fileName);
  const type = lessonFileType(name);
  if (!type || name.startsWith('.')) throw invalidFile(notALessonFile());
  const wrongKindMessage = notAsNamed(name);
  const file = await receiveFile(source, {
    maxBytes: MAX_LESSON_FILE_BYTES,
    tooLargeMessage: lessonFileTooLarge(),
    accepts: (head) => startsAs(type, head),
    wrongKindMessage,
    field: 'file',
  });
  if (!(await isLessonFile(file.path, file.bytes, type).catch(() => false))) {
    await file.discard();
    throw invalidFile(wrongKindMessage);
  }
  return { ...file, name, contentType: type.contentType };
}
