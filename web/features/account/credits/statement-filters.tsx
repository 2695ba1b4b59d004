'use client';

import { Download, Search, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import { localZone } from '@/features/core/days';
import { Button, buttonStyle } from '@/ui/button';
import { Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { Segmented } from '@/ui/form/segmented';
import { NO_FILTER, LINE_FILTERS, fileAddress, isFiltered, type StatementView } from './filter';

const TYPING_MS = 300;

/** Filters of the statement, and the link to download it as a file. */
export function StatementFilters({
  shows,
  onShow,
}: {
  readonly shows: StatementView;
  readonly onShow: (change: Partial<StatementView>) => void;
}) {
  const t = useTranslations('credits');
  return (
    <search aria-label={t('filter')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="scrollbar-none -m-1 max-w-full overflow-x-auto p-1">
          <Segmented
            label={t('kindsFilter')}
            value={shows.shown}
            onChange={(shown) => onShow({ shown })}
            choices={LINE_FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
          />
        </div>
        <a href={fileAddress(shows, localZone())} download className={buttonStyle({ size: 'sm' })}>
          <Icon of={Download} size="s" />
          {t('csv')}
        </a>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-end gap-3 lg:grid-cols-[minmax(0,1fr)_160px_160px_auto]">
        <Words value={shows.text} onChange={(text) => onShow({ text })} />
        <Day label={t('from')} value={shows.from} max={shows.to} onChange={(from) => onShow({ from })} />
        <Day label={t('to')} value={shows.to} min={shows.from} onChange={(to) => onShow({ to })} />
        <Button
          tone="quiet"
          disabled={!isFiltered(shows)}
          icon={<Icon of={X} size="s" />}
          onClick={() => onShow(NO_FILTER)}
          className="max-lg:col-span-2 max-lg:disabled:hidden disabled:text-ink-3"
        >
          {t('clear')}
        </Button>
      </div>
    </search>
  );
}

/** Searches once the user pauses typing. */
function Words({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const t = useTranslations('credits');
  const id = useId();
  const [typed, setTyped] = useState(value);
  const lastValue = useRef(value);
  useEffect(() => {
    // The filters were cleared, or the address changed otherwise.
    if (value !== lastValue.current) setTyped(value);
    lastValue.current = value;
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === lastValue.current) return undefined;
    const timer = setTimeout(() => {
      lastValue.current = text;
      onChange(text);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <div className="relative max-lg:col-span-2">
      <label htmlFor={id} className="sr-only">
        {t('search')}
      </label>
      <Icon of={Search} size="s" className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-3" />
      <Input
        id={id}
        type="search"
        dir="auto"
        maxLength={200}
        placeholder={t('searchHint')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="ps-9"
      />
    </div>
  );
}

function Day({
  label,
  value,
  min,
  max,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
}) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-xs text-ink-2">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        value={value}
        {...(min === undefined || min === '' ? {} : { min })}
        {...(max === undefined || max === '' ? {} : { max })}
        onChange={(event) => onChange(event.target.value)}
        className="num"
      />
    </div>
  );
}
