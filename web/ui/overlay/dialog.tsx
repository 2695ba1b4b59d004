'use client';

import { X } from 'lucide-react';
import { AlertDialog as RadixAlert, Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { IconButton } from '../button';
import { cx } from '../cx';
import { Icon } from '../icon';

/** All scrims share one level, so document order decides. An overlay opened over another covers it too. */
const scrimStyle = 'fixed inset-0 z-dialog bg-scrim animate-in motion-reduce:animate-none';
const dialogStyle =
  'over fixed start-1/2 top-1/2 z-dialog max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[440px] -translate-y-1/2 overflow-y-auto rounded-media bg-overlay p-6 shadow-high ltr:-translate-x-1/2 rtl:translate-x-1/2';

interface OverlayProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly closeLabel: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The focused element before the open overlay. An overlay that replaces another returns the focus there too. */
let origin: Element | null = null;

/**
 * Returns the focus to the element before. Radix does this only for its own trigger, but these overlays open from
 * anywhere.
 */
function useReturningFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      // If the previous overlay has just closed, nothing has the focus, so use its origin.
      before.current = document.activeElement === document.body ? origin : document.activeElement;
      origin = before.current;
    },
    onCloseAutoFocus: (event: Event) => {
      origin = null;
      if (!(before.current instanceof HTMLElement) || !before.current.isConnected) return;
      event.preventDefault();
      before.current.focus();
    },
  };
}

/** A modal dialog. Escape and the scrim close it, and the focus returns. */
export function Dialog({ open, onOpenChange, title, description, closeLabel, children, className }: OverlayProps) {
  const focus = useReturningFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimStyle} />
        <Radix.Content
          className={cx(dialogStyle, className)}
          {...focus}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <Radix.Title className="pe-10 text-xl leading-snug font-strong tracking-title">{title}</Radix.Title>
          {description === undefined ? null : (
            <Radix.Description className="pt-2 text-sm text-ink-2">{description}</Radix.Description>
          )}
          <div className="pt-4">{children}</div>
          <Radix.Close asChild>
            <IconButton label={closeLabel} className="absolute end-3.5 top-3.5">
              <Icon of={X} />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * A bottom sheet on phones, or at the inline end on wider screens if `side`. `level` is the heading level of its
 * title; 1 if the sheet is the page's main content. Such a sheet opens without a press, so the focus goes to the
 * sheet itself. On the close button it would show an unexpected focus ring.
 */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  children,
  className,
  side = 'bottom',
  level = 2,
}: OverlayProps & { readonly side?: 'bottom' | 'end'; readonly level?: 1 | 2 }) {
  const focus = useReturningFocus();
  const Heading = `h${level}` as const;
  const focusSheet = (event: Event): void => {
    focus.onOpenAutoFocus();
    if (level !== 1 || !(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    event.currentTarget.focus();
  };
  const place =
    side === 'bottom'
      ? 'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-stage'
      : 'inset-y-0 end-0 w-[min(440px,100vw)] rounded-s-stage';
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimStyle} />
        <Radix.Content
          className={cx(
            'over fixed z-dialog grid animate-rise grid-cols-[minmax(0,1fr)] content-start gap-3.5 overflow-x-hidden overflow-y-auto bg-overlay px-4 pt-2.5 pb-4 shadow-high outline-none motion-reduce:animate-none',
            place,
            className,
          )}
          {...focus}
          onOpenAutoFocus={focusSheet}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          {side === 'bottom' ? (
            <span aria-hidden className="h-1 w-[38px] justify-self-center rounded-full bg-line-control" />
          ) : null}
          <div className="flex items-center justify-between">
            <Radix.Title asChild>
              <Heading className="text-lg font-strong tracking-title">{title}</Heading>
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label={closeLabel}>
                <Icon of={X} />
              </IconButton>
            </Radix.Close>
          </div>
          {description === undefined ? null : (
            <Radix.Description className="text-sm text-ink-2">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Confirms an irreversible action. The focus starts on cancel. */
export function Confirm(props: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: string;
  readonly actions: (parts: {
    readonly Cancel: typeof RadixAlert.Cancel;
    readonly Action: typeof RadixAlert.Action;
  }) => ReactNode;
}) {
  const focus = useReturningFocus();
  return (
    <RadixAlert.Root open={props.open} onOpenChange={props.onOpenChange}>
      <RadixAlert.Portal>
        <RadixAlert.Overlay className={scrimStyle} />
        <RadixAlert.Content className={dialogStyle} {...focus}>
          <RadixAlert.Title className="text-xl leading-snug font-strong tracking-title">{props.title}</RadixAlert.Title>
          <RadixAlert.Description className="pt-2 text-sm text-ink-2">{props.description}</RadixAlert.Description>
          <div className="flex flex-wrap justify-end gap-2 pt-5">
            {props.actions({ Cancel: RadixAlert.Cancel, Action: RadixAlert.Action })}
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}
