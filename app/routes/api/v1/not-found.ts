import { unknownPath } from './respond.ts';

/** Whatever under /api no other route knows. */
export const loader = () => unknownPath();
export const action = () => unknownPath();
