'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { NavLink } from '@/features/core/nav-links';
import { Link } from '@/i18n/navigation';
import { OperatorCard } from './operator-card';

export interface LegalPageProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
  /** The other legal page. */
  readonly other: NavLink;
  readonly otherTitle: string;
}

/** The frame of a legal page: heading, sections, the operator, and a link to the other page. */
export function LegalPage({ title, lead, children, other, otherTitle }: LegalPageProps) {
  const t = useTranslations('legal');
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-8 px-3 pt-3 pb-24">
      <div className="grid gap-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{title}</h1>
        <p className="text-sm text-ink-2">{lead}</p>
      </div>
      {children}
      <OperatorCard />
      <p className="text-sm text-ink-2">
        {t.rich('more', {
          page: otherTitle,
          link: (text) => (
            <Link href={other.href} className="text-ink-1 underline underline-offset-2">
              {text}
            </Link>
          ),
        })}
      </p>
    </div>
  );
}

/** A section of a legal page. */
export function LegalSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-lg font-strong tracking-title">{title}</h2>
      <p className="max-w-[68ch] text-sm leading-relaxed text-ink-2">{children}</p>
    </section>
  );
}
