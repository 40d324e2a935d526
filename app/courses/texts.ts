/** Messages of courses that pages, API and tests share. */
export const MISSING_COURSE_FIELDS = 'Please enter all fields and upload a thumbnail.';
export const COURSE_PUBLISHED = 'Course published successfully!';
export const COURSE_DRAFTED = 'Course saved as a draft.';
export const COURSE_NOT_PUBLISHED = 'Error publishing course.';
export const COURSE_DUPLICATED = 'Course duplicated. The copy is a draft.';
export const COURSE_SAVED = 'Course updated successfully!';
export const COMPLETION_SAVED = 'Completion saved.';
export const COURSE_DELETED = 'Course deleted successfully!';
export const COURSE_UNPUBLISHED = 'Course unpublished.';
export const COURSE_REPUBLISHED = 'Course published again.';
export const CONFIRM_DELETE_COURSE = 'Are you sure you want to delete this course and all its modules?';

export const CONFIRM_DELETE_MODULE = 'Are you sure you want to delete this module and all its lessons?';
export const MODULE_SAVED = 'The module was renamed.';
export const MODULE_DELETED = 'Module and all its lessons deleted successfully!';
export const moduleNotDeleted = (message: string) => `Failed to delete module: ${message}`;

export const MISSING_LESSON_FIELDS = 'Please fill in all required fields';
export const MISSING_VIDEO = 'Please upload a video file';
export const MISSING_PARENT = 'Module ID or Course ID is missing';
export const RATED = 'Thank you for your rating!';
export const LESSON_ADDED = 'Lesson added successfully!';
export const lessonNotAdded = (message: string) => `Failed to add lesson: ${message}`;
export const CAPTIONS_SAVED = 'Captions saved.';
export const CAPTIONS_REMOVED = 'Captions removed.';
export const FILE_ADDED = 'File added.';
export const FILE_REMOVED = 'File removed.';
export const LESSON_SAVED = 'Lesson updated successfully!';
export const CONFIRM_DELETE_LESSON = 'Are you sure you want to delete this lesson?';
export const LESSON_DELETED = 'Lesson deleted successfully!';
export const LESSON_NOT_DELETED = 'Failed to delete lesson. Please try again.';

export const VIDEO_ERROR = 'Error playing video. Please check if the file exists.';
