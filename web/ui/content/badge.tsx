import type { ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { cva, cx, type VariantProps } from '../cx';

const badgeStyle = cva(
  'num inline-flex h-[22px] shrink-0 items-center gap-[5px] rounded-xs px-2 text-xs font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        plain: 'bg-surface-3 text-ink-2',
        success: 'bg-success-soft text-success',
        warning: 'bg-warning-soft text-warning',
        danger: 'bg-danger-soft text-danger',
        info: 'bg-info-soft text-info',
        media: 'bg-glass text-ink-on-media backdrop-blur-sm',
        held: 'text-ink-2 ring-1 ring-line-control ring-inset',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
);

export function Badge({
  tone,
  className,
  children,
}: VariantProps<typeof badgeStyle> & { readonly className?: string; readonly children: ReactNode }) {
  return <span className={cx(badgeStyle({ tone }), className)}>{children}</span>;
}

/** Icon of held credits, in the size of the text beside it. */
export function HeldMark({ size = 'sm' }: { readonly size?: 'sm' | 'md' }) {
  return <i aria-hidden className={cx('hatch inline-block shrink-0', size === 'sm' ? 'size-[9px]' : 'size-3')} />;
}

/** The credits' grammar: hatched is held, solid is captured, green came back. */
export function CreditsBadge({
  state,
  children,
  className,
}: {
  readonly state: 'held' | 'captured' | 'released';
  readonly children: ReactNode;
  readonly className?: string;
}) {
  switch (state) {
    case 'held':
      return (
        <Badge tone="held" {...defined({ className })}>
          <HeldMark />
          {children}
        </Badge>
      );
    case 'captured':
      return <Badge {...defined({ className })}>{children}</Badge>;
    case 'released':
      return (
        <Badge tone="success" {...defined({ className })}>
          {children}
        </Badge>
      );
    default:
      return state satisfies never;
  }
}
