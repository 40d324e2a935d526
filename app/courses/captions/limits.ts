import { t } from '#messages';

export const MAX_CAPTIONS_BYTES = 1_048_576;
export const captionsTooLarge = () => t('captions.maximumIs1Mb');
export const noCaptionsFile = () => t('captions.chooseAFile');
