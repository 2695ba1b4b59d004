import { Coins } from 'lucide-react';
import { cx } from '../cx';
import { Icon } from '../icon';

/** An amount of credits with the credit icon. Screen readers get the word instead of the icon. */
export function Credits({
  amount,
  word,
  className,
}: {
  readonly amount: string;
  readonly word: string;
  readonly className?: string;
}) {
  return (
    <span className={cx('num inline-flex items-center gap-[5px]', className)}>
      <Icon of={Coins} size="s" />
      {amount}
      <span className="sr-only"> {word}</span>
    </span>
  );
}
