import { t } from '#messages';
import type { FormOf } from './hidden-fields.tsx';

/** The last line above the button that pays. */
export const FinalPayment = ({ amount }: Pick<FormOf, 'amount'>) => (
  <p className="flex items-baseline justify-between border-line border-t pt-4">
    <span>{t('finalPayment.finalPayment')}</span>
    <span className="price text-2xl">{amount}</span>
  </p>
);
