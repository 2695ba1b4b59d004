import type { ComponentProps, ReactNode } from 'react';
import { cva, cx, type VariantProps } from './cx';
import { Spinner } from './content/spinner';

/** Style of a button, also for links that look like one. */
export const buttonStyle = cva(
  'inline-flex shrink-0 items-center justify-center rounded-control leading-none font-medium whitespace-nowrap transition-[background,filter,transform] quick active:translate-y-px disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
  {
    variants: {
      tone: {
        plain: 'bg-surface-3 text-ink-1 hover:brightness-110 light:hover:brightness-95',
        accent:
          'bg-accent font-strong text-accent-ink inset-shadow-shine hover:brightness-107 disabled:bg-none disabled:bg-surface-3 disabled:text-ink-3 disabled:inset-shadow-none disabled:hover:brightness-100',
        invert:
          'bg-invert text-ink-on-invert hover:brightness-92 light:hover:brightness-125 disabled:bg-surface-3 disabled:text-ink-3 disabled:hover:brightness-100',
        quiet: 'text-ink-2 hover:bg-hover hover:text-ink-1',
        danger: 'bg-danger-soft text-danger hover:brightness-115 light:hover:brightness-97',
        glass: 'bg-glass text-ink-on-media backdrop-blur-md hover:brightness-125',
      },
      size: {
        sm: 'control-sm gap-1.5 px-2.5 text-sm',
        md: 'control-md gap-2 px-3.5 text-md',
        lg: 'control-lg gap-2 px-5 text-lg',
      },
      shape: { label: '', icon: 'px-0', block: 'w-full' },
    },
    compoundVariants: [
      { shape: 'icon', size: 'sm', className: 'w-[var(--control-sm)]' },
      { shape: 'icon', size: 'md', className: 'w-[var(--control-md)]' },
      { shape: 'icon', size: 'lg', className: 'w-[var(--control-lg)]' },
    ],
    defaultVariants: { tone: 'plain', size: 'md', shape: 'label' },
  },
);

type Look = VariantProps<typeof buttonStyle>;

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'size'> {
  readonly tone?: NonNullable<Look['tone']>;
  readonly size?: NonNullable<Look['size']>;
  readonly shape?: 'label' | 'block';
  /** Shown before the text. */
  readonly icon?: ReactNode;
  /** Formatted price, shown after the text in a quieter tone. */
  readonly price?: ReactNode;
  /** Shows a spinner and ignores further presses. */
  readonly busy?: boolean;
}

/** A button with its label and, if it spends credits, its price. */
export function Button({
  tone,
  size,
  shape,
  icon,
  price,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonStyle({ tone, size, shape }), className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
      {price === undefined || price === null ? null : <span className="num font-medium opacity-82">· {price}</span>}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'size' | 'children' | 'aria-label'> {
  /** Accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly tone?: NonNullable<Look['tone']>;
  readonly size?: NonNullable<Look['size']>;
  readonly children: ReactNode;
}

/** An icon button. Its label is always present for screen readers. */
export function IconButton({
  label,
  tone = 'quiet',
  size,
  className,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(buttonStyle({ tone, size, shape: 'icon' }), className)}
    >
      {children}
    </button>
  );
}
