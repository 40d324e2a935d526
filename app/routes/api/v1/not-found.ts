import { unknownPath } from './respond.ts';

/** Matches every other URL under /api. */
export const loader = () => unknownPath();
export const action = () => unknownPath();
