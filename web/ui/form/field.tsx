'use client';

import { CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '../cx';
import { Icon } from '../icon';

/** The look of every field one can write in. */
export const inputStyle =
  'w-full rounded-control border border-line-strong bg-surface-2 px-3 py-2 text-md leading-[1.45] text-ink-1 placeholder:text-ink-3 placeholder:opacity-100 focus-visible:border-transparent focus-visible:outline-offset-0 aria-invalid:border-danger disabled:text-ink-3';

export interface FieldProps {
  readonly label: ReactNode;
  /** At the end of the label's line. */
  readonly aside?: ReactNode;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  /** Of the control, where something outside leads to it; made up otherwise. */
  readonly id?: string;
  readonly children: (ids: { readonly id: string; readonly describedBy: string | undefined; readonly invalid: boolean }) => ReactNode;
}

/** A labelled control with its help or what is wrong with it. */
export function Field({ label, aside, help, error, id: given, children }: FieldProps) {
  const own = useId();
  const id = given ?? own;
  const invalid = error !== undefined && error !== null;
  const note = `${id}-note`;
  return (
    <div className="grid min-w-0 gap-[7px]">
      <div className="flex min-h-5 items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, describedBy: invalid || help !== undefined ? note : undefined, invalid })}
      {invalid ? (
        <p id={note} role="alert" className="flex items-center gap-1.5 text-xs text-danger">
          <Icon of={CircleAlert} size="s" />
          {error}
        </p>
      ) : help === undefined ? null : (
        <p id={note} className="text-xs text-ink-3">
          {help}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(inputStyle, 'control-md', className)} />;
}

/** Several lines. Grows with what is written, to `maxRows` lines by the browser's own sizing where it knows how. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" {...rest} className={cx(inputStyle, 'block field-sizing-content max-h-64 resize-none rounded-[14px] px-3.5 py-3', className)} />;
}
