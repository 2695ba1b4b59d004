'use client';

import { useState, type ComponentType, type ReactNode } from 'react';
import { reportError } from '@/lib/errors/bus';

/** Props of a part that loads at its first use. It opens itself once loaded. */
export interface LazyPartProps {
  /** Renders the trigger in its original place. */
  readonly trigger: (open: () => void) => ReactNode;
}

/** Renders a trigger. The first press loads the part, which then replaces the trigger and opens. */
export function Lazy({
  load,
  children,
}: {
  readonly load: () => Promise<{ readonly default: ComponentType<LazyPartProps> }>;
  readonly children: (open: () => void) => ReactNode;
}) {
  const [Part, setPart] = useState<ComponentType<LazyPartProps>>();
  if (Part !== undefined) return <Part trigger={children} />;
  const open = (): void => {
    load().then((module) => setPart(() => module.default), reportError);
  };
  return <>{children(open)}</>;
}
