import type { ReactNode } from 'react';
import { Card } from '@/ui/content/card';

/** A component with its name. */
export function Specimen({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Card className="grid gap-4">
      <h2 translate="no" className="text-sm text-ink-3">
        {name}
      </h2>
      {children}
    </Card>
  );
}
