import { Coins } from 'lucide-react';
import { cx } from '../cx';
import { Icon } from '../icon';

/** A number of credits with their sign. The word is said to those who do not see the sign. */
export function Credits({ amount, word, className }: { readonly amount: string; readonly word: string; readonly className?: string }) {
  return (
    <span className={cx('num inline-flex items-center gap-[5px]', className)}>
      <Icon of={Coins} size="s" />
      {amount}
      <span className="sr-only"> {word}</span>
    </span>
  );
}
