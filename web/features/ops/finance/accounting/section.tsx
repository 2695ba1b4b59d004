import type { ReactNode } from 'react';
import { Card } from '@/ui/content/card';

/** A part of the settings with its heading. */
export function Section({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}) {
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="grid max-w-[72ch] gap-1">
        <h2 className="text-lg font-strong tracking-title">{title}</h2>
        <p className="text-sm text-ink-2">{lead}</p>
      </div>
      {children}
    </Card>
  );
}
