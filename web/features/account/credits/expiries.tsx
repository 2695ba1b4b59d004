'use client';

import { ChevronDown } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import type { Expiring, ExpiriesView } from '@src/credits/credits.shared';
import { localZone } from '@/features/core/days';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { useNow } from '@/ui/hooks/use-now';
import { byDay, daysUntil, type ExpiringDay } from './expiring-days';

const MINUTE_MS = 60_000;

const SHARES = ['bg-data-1', 'bg-data-2', 'bg-data-3'] as const;
const REST = 'bg-data-4';
/** Number of days shown at first. */
const FIRST = SHARES.length;

type Amount = Pick<Expiring, 'available' | 'held'>;
const isThere = ({ available, held }: Amount): boolean => available + held > 0;

/** The next expiry in a sentence, then all other credits in the order they are spent. */
export function Expiries({ view }: { readonly view: ExpiriesView }) {
  const t = useTranslations('credits.expiries');
  const [isWhole, setWhole] = useState(false);
  const list = useId();
  const days = byDay(view.expiring);
  if (![...days, view.later, view.never].some(isThere)) return <p className="text-sm text-ink-3">{t('nothing')}</p>;
  const shown = isWhole ? days : days.slice(0, FIRST);
  const hidden = days.slice(shown.length);
  return (
    <>
      <Headline days={days} />
      <Shares days={days} rest={view.later.available + view.never.available} />
      <ul id={list} className="grid gap-x-2 gap-y-1.5 text-sm">
        {shown.map((day, index) => (
          <Day
            key={day.start}
            day={day}
            colour={SHARES[index] ?? REST}
            month={isWhole && isNewMonth(day, shown[index - 1]) ? days : undefined}
          />
        ))}
        {hidden.length === 0 ? null : (
          <Row colour={REST} what={t('more', { days: hidden.length })} amount={sum(hidden)} />
        )}
        {isThere(view.later) ? <Row colour={REST} what={t('later')} amount={view.later} /> : null}
        {isThere(view.never) ? <Row colour={REST} what={t('never')} amount={view.never} /> : null}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-ink-3">{t('order')}</p>
        {days.length <= FIRST ? null : (
          <Button
            tone="quiet"
            size="sm"
            aria-expanded={isWhole}
            aria-controls={list}
            onClick={() => setWhole(!isWhole)}
            icon={
              <Icon of={ChevronDown} size="s" className={cx('transition-transform quick', isWhole && 'rotate-180')} />
            }
          >
            {isWhole ? t('fewer') : t('all', { days: days.length })}
          </Button>
        )}
      </div>
    </>
  );
}

const sum = (parts: readonly Amount[]): Amount =>
  parts.reduce((all, { available, held }) => ({ available: all.available + available, held: all.held + held }), {
    available: 0,
    held: 0,
  });
const isNewMonth = ({ start }: ExpiringDay, before: ExpiringDay | undefined): boolean =>
  before === undefined ||
  new Date(start).getMonth() !== new Date(before.start).getMonth() ||
  new Date(start).getFullYear() !== new Date(before.start).getFullYear();

/** The next expiry that the user can still avoid. */
function Headline({ days }: { readonly days: readonly ExpiringDay[] }) {
  const t = useTranslations('credits.expiries');
  const format = useFormatter();
  const now = useNow(MINUTE_MS, true);
  const next = days.find(({ available }) => available > 0);
  if (next === undefined) return <p className="text-lg font-strong tracking-title">{t('none')}</p>;
  const left = daysUntil(next.start, now);
  return (
    <p className="num text-lg leading-snug font-strong tracking-title">
      {t('next', {
        amount: next.available,
        date: format.dateTime(next.at, { day: 'numeric', month: 'long', timeZone: localZone() }),
        days: left,
      })}
    </p>
  );
}

/** The share of all credits that expires on the first days, in the order they are spent. */
function Shares({ days, rest }: { readonly days: readonly ExpiringDay[]; readonly rest: number }) {
  const first = days.slice(0, FIRST);
  const after = days.slice(FIRST).reduce((all, { available }) => all + available, rest);
  const total = first.reduce((all, { available }) => all + available, after);
  if (total === 0) return null;
  return (
    <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-xs">
      {first.map(({ start, available }, index) =>
        available === 0 ? null : (
          <span key={start} className={SHARES[index]} style={{ inlineSize: `${(available / total) * 100}%` }} />
        ),
      )}
      {after === 0 ? null : <span className={REST} style={{ inlineSize: `${(after / total) * 100}%` }} />}
    </div>
  );
}

function Day({
  day,
  colour,
  month,
}: {
  readonly day: ExpiringDay;
  readonly colour: string;
  readonly month: readonly ExpiringDay[] | undefined;
}) {
  const t = useTranslations('credits');
  const format = useFormatter();
  const now = useNow(MINUTE_MS, true);
  const of = month?.filter((other) => !isNewMonth(other, day));
  const left = daysUntil(day.start, now);
  const zone = localZone();
  return (
    <>
      {of === undefined ? null : (
        <li className="flex justify-between gap-3 pt-2 text-xs font-medium text-ink-2 first:pt-0">
          <span>{format.dateTime(day.at, { month: 'long', year: 'numeric', timeZone: zone })}</span>
          <span className="num">{format.number(sum(of).available)}</span>
        </li>
      )}
      <Row
        colour={colour}
        what={format.dateTime(day.at, { day: 'numeric', month: 'short', timeZone: zone })}
        note={`${t('expiries.inDays', { days: left })} · ${day.sources.map((source) => t(`sources.${source}`)).join(', ')}`}
        amount={day}
      />
    </>
  );
}

function Row({
  colour,
  what,
  note,
  amount,
}: {
  readonly colour: string;
  readonly what: string;
  readonly note?: string;
  readonly amount: Amount;
}) {
  const t = useTranslations('credits.expiries');
  const format = useFormatter();
  return (
    <li className="flex items-baseline gap-2">
      <span aria-hidden className={cx('size-2 shrink-0 rounded-[2px]', colour)} />
      <span className="num shrink-0 font-medium">{what}</span>
      <span className="num min-w-0 flex-1 truncate text-ink-3">{note}</span>
      {amount.held === 0 ? null : (
        <span className="num shrink-0 text-xs text-ink-3">{t('held', { held: format.number(amount.held) })}</span>
      )}
      <span className="num min-w-10 shrink-0 text-end font-medium">{format.number(amount.available)}</span>
    </li>
  );
}
