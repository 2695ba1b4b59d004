'use client';

import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../icon';

export interface FormProblem {
  /** Id of the field; absent for a form-wide problem. */
  readonly field?: string;
  readonly message: ReactNode;
}

/**
 * The problems of a submitted form. It takes the focus, and each line links to its field. Renders nothing without
 * problems.
 */
export function FormErrors({ title, problems }: { readonly title: string; readonly problems: readonly FormProblem[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.length > 0) box.current?.focus();
  }, [problems]);
  if (problems.length === 0) return null;
  const goTo = (field: string): void => document.getElementById(field)?.focus();
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="flex gap-2.5 rounded-card bg-danger-soft p-3.5 text-sm text-danger"
    >
      <Icon of={CircleAlert} className="mt-px" />
      <div className="grid min-w-0 gap-1.5">
        <p className="font-medium">{title}</p>
        <ul className="grid gap-1">
          {problems.map((problem, index) => (
            <li key={problem.field ?? index}>
              {problem.field === undefined ? (
                problem.message
              ) : (
                <FieldLink field={problem.field} message={problem.message} onGo={goTo} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function FieldLink({
  field,
  message,
  onGo,
}: {
  readonly field: string;
  readonly message: ReactNode;
  readonly onGo: (field: string) => void;
}) {
  return (
    <a
      href={`#${field}`}
      onClick={(event) => {
        event.preventDefault();
        onGo(field);
      }}
      className="inline-flex min-h-6 items-center underline underline-offset-2"
    >
      {message}
    </a>
  );
}
