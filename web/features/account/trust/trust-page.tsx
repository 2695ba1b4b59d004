'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { failureShare, trustFigures, type TrustFigures } from '@src/creation/trust/trust.shared';
import { CREDITS } from '@/features/core/areas';
import { Link } from '@/i18n/navigation';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/content/skeleton';
import { Notice } from '@/ui/content/states';

const ROOTS = '/.well-known/kinora/ledger-roots';
const KEYS = '/.well-known/kinora/ledger-key';
/** Checks a receipt without stores and network (docs/ledger.md). */
const COMMAND = 'npm run ledger -- verify receipt.json --roots ledger-roots.json --key ledger-key.json';
const linkStyle = 'text-ink-1 underline underline-offset-2';

/** The newest signed root, and how often and how fast creations succeed. Open to everybody. */
export function TrustPage() {
  const t = useTranslations('trust');
  const { data, isError, refetch } = useQuery({
    queryKey: ['trust'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/api/trust', { signal });
      if (!answer.ok) throw new Error(`the figures answered ${answer.status}`);
      return trustFigures.parse(await answer.json());
    },
    meta: { shownInPage: true },
  });
  return (
    <div className="mx-auto grid w-full max-w-[860px] grid-cols-[minmax(0,1fr)] gap-5 px-3 pt-3 pb-24">
      <div className="grid gap-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <p className="text-sm text-ink-2">{t('lead')}</p>
      </div>
      {isError ? (
        <Notice
          tone="danger"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {t('unread')}
        </Notice>
      ) : null}
      {data === undefined && !isError ? (
        <div role="status" aria-label={t('loading')} className="grid gap-5">
          <Skeleton className="h-64 rounded-panel" />
          <Skeleton className="h-64 rounded-panel" />
        </div>
      ) : null}
      {data === undefined ? null : <ServiceCard figures={data} />}
      {data === undefined ? null : <RootCard root={data.root} />}
    </div>
  );
}

function useDay(): (day: string) => string {
  const format = useFormatter();
  return (day) => format.dateTime(new Date(day), { dateStyle: 'long', timeZone: 'UTC' });
}

function ServiceCard({ figures }: { readonly figures: TrustFigures }) {
  const t = useTranslations('trust.service');
  const format = useFormatter();
  const day = useDay();
  const { from, to, since, finished, failed, returned, waits } = figures;
  const share = failureShare(figures);
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
        <p className="text-sm text-ink-2">
          {t('range', { from: day(from), to: day(to) })}
          {since !== null && since > from ? ` ${t('since', { day: day(since) })}` : null}
        </p>
      </div>
      <Facts>
        <Fact name={t('finished')}>{format.number(finished)}</Fact>
        <Fact
          name={t('failed')}
          note={share === undefined ? t('few') : t('share', { share: format.number(share, PERCENT) })}
        >
          {format.number(failed)}
        </Fact>
        <Fact name={t('returned')}>{format.number(returned)}</Fact>
        <Wait name={t('image')} waits={waits.image} />
        <Wait name={t('video')} waits={waits.video} />
      </Facts>
      <p className="max-w-[68ch] text-sm text-ink-2">{t('note')}</p>
    </Card>
  );
}

const PERCENT = { style: 'percent', maximumFractionDigits: 1 } as const;

function Wait({ name, waits }: { readonly name: string; readonly waits: TrustFigures['waits']['image'] }) {
  const t = useTranslations('trust.service');
  const format = useFormatter();
  if (waits === null) return <Fact name={name}>{<span className="text-base text-ink-3">{t('few')}</span>}</Fact>;
  const time = (ms: number): string =>
    ms < 120_000
      ? format.number(Math.round(ms / 1_000), { style: 'unit', unit: 'second', unitDisplay: 'long' })
      : format.number(Math.round(ms / 60_000), { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  return (
    <Fact name={name} note={t('slow', { time: time(waits.p95) })}>
      {time(waits.median)}
    </Fact>
  );
}

function RootCard({ root }: { readonly root: TrustFigures['root'] }) {
  const t = useTranslations('trust.root');
  const format = useFormatter();
  const day = useDay();
  const to = (href: string) =>
    function FileLink(text: ReactNode) {
      return (
        <a href={href} className={linkStyle}>
          {text}
        </a>
      );
    };
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
        <p className="max-w-[68ch] text-sm text-ink-2">{t('text')}</p>
      </div>
      {root === null ? (
        <p className="text-sm text-ink-3">{t('none')}</p>
      ) : (
        <Facts>
          <Fact name={t('day')}>{day(root.day)}</Fact>
          <Fact name={t('accounts')}>{format.number(root.accounts)}</Fact>
          <Fact name={t('events')}>{format.number(root.events)}</Fact>
          <Fact name={t('key')} isWide>
            <bdi className="text-sm break-all">{root.kid}</bdi>
          </Fact>
        </Facts>
      )}
      <div className="grid gap-2">
        <h3 className="text-md font-strong">{t('how')}</h3>
        <ol className="grid max-w-[68ch] list-decimal gap-1.5 ps-5 text-sm text-ink-2">
          <li>{t.rich('steps.keep', { roots: to(ROOTS), keys: to(KEYS) })}</li>
          <li>
            {t.rich('steps.receipt', {
              credits: (text) => (
                <Link href={CREDITS.href} className={linkStyle}>
                  {text}
                </Link>
              ),
            })}
          </li>
          <li>{t('steps.check')}</li>
        </ol>
        <pre
          dir="ltr"
          tabIndex={0}
          aria-label={t('command')}
          className="overflow-x-auto rounded-card bg-surface-2 p-3 text-xs"
        >
          <code>{COMMAND}</code>
        </pre>
      </div>
    </Card>
  );
}

function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">{children}</dl>;
}

function Fact({
  name,
  note,
  isWide = false,
  children,
}: {
  readonly name: string;
  readonly note?: string;
  /** Takes the whole row. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={cx('grid content-start gap-0.5', isWide && 'col-span-full')}>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="num text-lg font-strong tracking-title">{children}</dd>
      {note === undefined ? null : <dd className="text-sm text-ink-2">{note}</dd>}
    </div>
  );
}
