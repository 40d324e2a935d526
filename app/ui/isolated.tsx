import type { ReactNode } from 'react';
import { pageDirection } from '#messages';

/** The value of a cell or fact. In a page from right to left, a path or an amount would else have its punctuation at the other end. */
export const isolated = (value: ReactNode): ReactNode =>
  typeof value === 'string' && pageDirection() === 'rtl' ? <bdi>{value}</bdi> : value;
