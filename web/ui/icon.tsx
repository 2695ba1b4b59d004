import type { LucideIcon } from 'lucide-react';
import { cx } from './cx';

export type { LucideIcon };

const SIZES = { s: 'size-[15px]', m: 'size-[18px]', l: 'size-[22px]' } as const;

/** A Lucide icon in one of three sizes. Decorative, so never the only indication. */
export function Icon({
  of: Glyph,
  size = 'm',
  className,
}: {
  readonly of: LucideIcon;
  readonly size?: keyof typeof SIZES;
  readonly className?: string;
}) {
  return <Glyph aria-hidden strokeWidth={1.75} className={cx('shrink-0', SIZES[size], className)} />;
}
