'use client';

import { CircleUser } from 'lucide-react';
import { Avatar as Radix } from 'radix-ui';
import { cx } from '../cx';
import { Icon } from '../icon';

const SIZES = {
  sm: 'size-6 text-2xs',
  md: 'size-[34px] text-xs',
  lg: 'size-14 text-lg',
  xl: 'size-20 text-2xl',
} as const;

/** Up to two initials of a name or an email address. */
function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** A user's image, else their initials, else an icon. Decorative, since the name is beside it or in its button. */
export function Avatar({
  name,
  src,
  size = 'md',
  className,
}: {
  readonly name?: string;
  readonly src?: string;
  readonly size?: keyof typeof SIZES;
  readonly className?: string;
}) {
  const letters = initialsOf(name ?? '');
  return (
    <Radix.Root
      aria-hidden
      className={cx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-surface-3 font-medium text-ink-1',
        SIZES[size],
        className,
      )}
    >
      {src === undefined ? null : <Radix.Image src={src} alt="" className="size-full object-cover" />}
      <Radix.Fallback>{letters === '' ? <Icon of={CircleUser} /> : letters}</Radix.Fallback>
    </Radix.Root>
  );
}
