'use client';

import { useEffect, useRef, type ReactNode } from 'react';
import { Card } from '@/ui/content/card';

export interface AuthPageProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  readonly below?: ReactNode;
  /** Set if it replaced another view: the heading gets the focus, for screen readers and the keyboard. */
  readonly arrived?: boolean;
}

/** The frame of every account page: one card with one task. */
export function AuthPage({ title, lead, children, below, arrived = false }: AuthPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus();
  }, [arrived]);
  return (
    <div className="mx-auto grid w-full max-w-[420px] gap-4 px-3 pt-10 pb-24 max-md:pt-4">
      <Card className="grid gap-5 p-6">
        <div className="grid gap-1.5">
          <h1
            ref={heading}
            tabIndex={arrived ? -1 : undefined}
            className="text-2xl leading-tight font-strong tracking-title outline-none"
          >
            {title}
          </h1>
          {lead === undefined ? null : <p className="text-sm text-ink-2">{lead}</p>}
        </div>
        {children}
      </Card>
      {below === undefined ? null : <div className="text-center text-sm text-ink-2">{below}</div>}
    </div>
  );
}
