export const MAX_CAPTIONS_BYTES = 1_048_576;
export const CAPTIONS_TOO_LARGE = 'The captions are too large. Maximum allowed is 1MB';
export const NO_CAPTIONS_FILE = 'Please choose a WebVTT or SRT file.';
