import { t } from '#messages';
/** Messages of courses that pages, API and tests share. */
export const missingCourseFields = () => t('texts.pleaseEnterAllFieldsAndUploadAThumbnail');
export const coursePublished = () => t('texts.coursePublishedSuccessfully');
export const courseDrafted = () => t('texts.courseSavedAsADraft');
export const courseNotPublished = () => t('texts.errorPublishingCourse');
export const courseDuplicated = () => t('texts.courseDuplicatedTheCopyIsADraft');
export const courseSaved = () => t('texts.courseUpdatedSuccessfully');
export const completionSaved = () => t('texts.completionSaved');
export const courseDeleted = () => t('texts.courseDeletedSuccessfully');
export const courseUnpublished = () => t('texts.courseUnpublished');
export const courseRepublished = () => t('texts.coursePublishedAgain');
export const confirmDeleteCourse = () => t('texts.areYouSureYouWant');

export const confirmDeleteModule = () => t('texts.areYouSureYouWantToDelete');
export const moduleSaved = () => t('texts.theModuleWasRenamed');
export const moduleDeleted = () => t('texts.moduleAndAllItsLessonsDeletedSuccessfully');
export const moduleNotDeleted = (message: string) => t('texts.failedToDeleteModuleMessage', { message });

export const missingLessonFields = () => t('texts.pleaseFillInAllRequiredFields');
export const missingVideo = () => t('texts.pleaseUploadAVideoFile');
export const missingParent = () => t('texts.moduleIdOrCourseIdIsMissing');
export const rated = () => t('texts.thankYouForYourRating');
export const lessonAdded = () => t('texts.lessonAddedSuccessfully');
export const lessonNotAdded = (message: string) => t('texts.failedToAddLessonMessage', { message });
export const captionsSaved = () => t('texts.captionsSaved');
export const captionsRemoved = () => t('texts.captionsRemoved');
export const fileAdded = () => t('texts.fileAdded');
export const fileRemoved = () => t('texts.fileRemoved');
export const lessonSaved = () => t('texts.lessonUpdatedSuccessfully');
export const confirmDeleteLesson = () => t('texts.areYouSureYouWantToDeleteThis');
export const lessonDeleted = () => t('texts.lessonDeletedSuccessfully');
export const lessonNotDeleted = () => t('texts.failedToDeleteLessonPleaseTryAgain');

export const videoError = () => t('texts.errorPlayingVideo');
