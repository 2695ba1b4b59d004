import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon';

/** Breadcrumbs that end with the current page. The caller provides the links, so that they keep the language. */
export function Breadcrumbs({
  label,
  steps,
}: {
  readonly label: string;
  readonly steps: readonly { readonly key: string; readonly node: ReactNode }[];
}) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center gap-1.5 text-sm text-ink-2">
        {steps.map((step, index) => (
          <li
            key={step.key}
            aria-current={index === steps.length - 1 ? 'page' : undefined}
            className="flex min-h-6 items-center gap-1.5 [&_a]:inline-flex [&_a]:min-h-6 [&_a]:items-center [&_a:hover]:text-ink-1 [&_a:hover]:underline"
          >
            {index === 0 ? null : <Icon of={ChevronRight} size="s" className="flip text-ink-3" />}
            {step.node}
          </li>
        ))}
      </ol>
    </nav>
  );
}
