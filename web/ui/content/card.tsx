import type { ComponentProps } from 'react';
import { cx } from '../cx';

/** A panel one shade above the canvas, without a border. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('min-w-0 rounded-panel bg-surface-1 p-5', className)} />;
}

/** A keyboard key. */
export function Kbd({ className, ...rest }: ComponentProps<'kbd'>) {
  return (
    <kbd
      dir="ltr"
      {...rest}
      className={cx(
        'rounded-[5px] bg-surface-3 px-1.5 py-[5px] font-sans text-2xs leading-none font-medium text-ink-2',
        className,
      )}
    />
  );
}
