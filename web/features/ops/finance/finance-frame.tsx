'use client';

import { ShieldAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useCallback, type ReactNode } from 'react';
import { useIsFinance } from '@/features/core/use-account';
import { Link } from '@/i18n/navigation';
import { useVisitor } from '@/lib/session/store';
import { buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { SavedReports } from './saved/saved-reports';
import { FinanceSearch } from './search/finance-search';

/** The pages by group. The link of a group leads to its first page. */
const GROUPS = [
  {
    group: 'credits',
    views: [
      ['balance', '/finance'],
      ['days', '/finance/days'],
      ['movements', '/finance/movements'],
      ['liability', '/finance/liability'],
      ['account', '/finance/account'],
      ['grants', '/finance/grants'],
      ['adjustments', '/finance/adjustments'],
      ['receivables', '/finance/receivables'],
      ['failed', '/finance/failed'],
    ],
  },
  {
    group: 'money',
    views: [
      ['revenue', '/finance/revenue'],
      ['payments', '/finance/payments'],
      ['deferred', '/finance/deferred'],
      ['schedule', '/finance/schedule'],
      ['trace', '/finance/trace'],
      ['gateway', '/finance/gateway'],
      ['journal', '/finance/journal'],
    ],
  },
  {
    group: 'closing',
    views: [
      ['checks', '/finance/checks'],
      ['close', '/finance/close'],
      ['accounting', '/finance/accounting'],
      ['export', '/finance/export'],
    ],
  },
] as const;
/** One of the finance pages. */
export type View = (typeof GROUPS)[number]['views'][number][0];
/** Parameters kept from page to page. */
const KEPT = ['from', 'to', 'app', 'usage', 'currency'] as const;

/**
 * The frame of a finance page. Users without access see that they have none. The server checks the role at every call
 * too.
 */
export function FinanceFrame({ view, children }: { readonly view: View; readonly children: ReactNode }) {
  const t = useTranslations('finance');
  const session = useVisitor();
  const isFinance = useIsFinance();
  return (
    <div className="mx-auto grid w-full max-w-[1224px] grid-cols-1 gap-4 ps-2 pe-6 pt-3 pb-12 max-md:px-3 max-md:pb-24">
      {isFinance ? <Views view={view} /> : null}
      {isFinance ? <FinanceSearch /> : null}
      <div className="grid gap-1 pb-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t(`views.${view}`)}</h1>
        <p className="max-w-[64ch] text-sm text-ink-2">
          {t(`leads.${view}`)} {isFinance ? t('utc') : null}
        </p>
      </div>
      {session.status === 'loading' ? <Skeleton className="h-60 rounded-panel" /> : null}
      {session.status !== 'loading' && !isFinance ? <Denied /> : null}
      {isFinance ? children : null}
    </div>
  );
}

function Denied() {
  const t = useTranslations('finance.denied');
  const ways = (
    <>
      <Link href="/credits" className={buttonStyle({ tone: 'invert' })}>
        {t('credits')}
      </Link>
      <Link href="/home" className={buttonStyle()}>
        {t('home')}
      </Link>
    </>
  );
  return (
    <Card>
      <ErrorState icon={ShieldAlert} title={t('title')} actions={ways}>
        {t('text')}
      </ErrorState>
    </Card>
  );
}

function Views({ view }: { readonly view: View }) {
  const t = useTranslations('finance');
  const now = useSearchParams();
  const kept = new URLSearchParams(
    KEPT.flatMap((name) => {
      const value = now.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ).toString();
  const hrefOf = (path: string): string => (kept === '' ? path : `${path}?${kept}`);
  const own = GROUPS.find(({ views }) => views.some(([id]) => id === view)) ?? GROUPS[0];
  return (
    <nav aria-label={t('area')} className="grid grid-cols-1 gap-1">
      <div className="flex min-w-0 items-center justify-between gap-3">
        <NavRow
          label={t('groups.label')}
          links={GROUPS.map(({ group, views: [[, path]] }) => ({
            id: group,
            href: hrefOf(path),
            label: t(`groups.${group}`),
            current: group === own.group ? 'true' : undefined,
          }))}
        />
        <SavedReports />
      </div>
      <NavRow
        links={own.views.map(([id, path]) => ({
          id,
          href: hrefOf(path),
          label: t(`views.${id}`),
          current: id === view ? 'page' : undefined,
        }))}
      />
    </nav>
  );
}

/** A row of links. Where it is wider than the screen, it scrolls to the current one. */
function NavRow({
  label,
  links,
}: {
  readonly label?: string;
  readonly links: readonly {
    readonly id: string;
    readonly href: string;
    readonly label: string;
    readonly current: 'page' | 'true' | undefined;
  }[];
}) {
  const show = useCallback(
    (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    [],
  );
  return (
    <ul aria-label={label} className="scrollbar-none -mx-1 flex min-w-0 gap-1 overflow-x-auto p-1">
      {links.map(({ id, href, label: text, current }) => (
        <li key={id} className="shrink-0">
          <Link
            ref={current === undefined ? undefined : show}
            href={href}
            aria-current={current}
            className={cx(
              'inline-flex h-8 items-center rounded-control px-3 text-sm transition-colors quick hover:bg-hover hover:text-ink-1',
              current === 'true' ? 'font-strong text-ink-1 underline decoration-2 underline-offset-8' : 'font-medium',
              current === 'page' ? 'bg-surface-3 text-ink-1' : 'text-ink-2',
            )}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
