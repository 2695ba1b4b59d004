'use client';

import { useState, type ComponentType, type ReactNode } from 'react';
import { reportError } from '@/lib/errors/bus';

/** A part that is fetched when it is first asked for. It opens itself as soon as it is there. */
export interface LazyPartProps {
  /** What was pressed, to stand in the same place. */
  readonly trigger: (open: () => void) => ReactNode;
}

/** Draws a trigger; the first press fetches the part behind it, which then takes the trigger's place and opens. */
export function Lazy({ load, children }: { readonly load: () => Promise<{ readonly default: ComponentType<LazyPartProps> }>; readonly children: (open: () => void) => ReactNode }) {
  const [Part, setPart] = useState<ComponentType<LazyPartProps>>();
  if (Part !== undefined) return <Part trigger={children} />;
  const open = (): void => {
    load().then((module) => setPart(() => module.default), reportError);
  };
  return <>{children(open)}</>;
}
