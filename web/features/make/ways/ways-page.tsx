'use client';

import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { TOOL_GROUPS, type ToolGroup } from '@/features/make/create/form/tools';
import { EffectCard, useEffectName } from '@/features/make/effects/effect-card';
import { EFFECTS, type Effect } from '@/features/make/effects/effects';
import { useLocked } from '@/features/make/effects/use-locked';
import { useOffered } from '@/features/make/effects/use-offered';
import { useModels } from '@/lib/data/account';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { EmptyState } from '@/ui/content/states';
import { useWayWords, WayCard } from './way-card';
import { isFound, WAY_PAGES, type Way, type WayPage } from './ways';

type Kind = ToolGroup | 'effects';
const EVERY_EFFECT: readonly Effect[] = Object.values(EFFECTS).flat();

function Chip({
  here,
  onPress,
  children,
}: {
  readonly here: boolean;
  readonly onPress: () => void;
  readonly children: string;
}) {
  return (
    <button
      type="button"
      aria-pressed={here}
      onClick={onPress}
      className={cx(
        'inline-flex h-8 shrink-0 items-center rounded-full px-3.5 text-sm whitespace-nowrap transition-colors quick',
        here
          ? 'bg-invert font-medium text-ink-on-invert'
          : 'bg-surface-2 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
      )}
    >
      {children}
    </button>
  );
}

/** The ways of one kind. */
function Group({ kind, ways }: { readonly kind: ToolGroup; readonly ways: readonly Way[] }) {
  const t = useTranslations('tools.groups');
  const { models, isSuccess } = useModels();
  if (ways.length === 0) return null;
  return (
    <section aria-labelledby={`ways-${kind}`} className="grid gap-3.5">
      <h2 id={`ways-${kind}`} className="text-lg font-strong tracking-title">
        {t(kind)}
      </h2>
      <ul className="grid grid-cols-3 gap-3 max-xl:grid-cols-2 max-md:grid-cols-1">
        {ways.map((way) => (
          <li key={way.href} className="grid min-w-0">
            <WayCard way={way} models={isSuccess ? models : undefined} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EffectGroup({ effects }: { readonly effects: readonly Effect[] }) {
  const t = useTranslations('ways');
  const locked = useLocked();
  if (effects.length === 0) return null;
  return (
    <section aria-labelledby="ways-effects" className="grid gap-3.5">
      <h2 id="ways-effects" className="text-lg font-strong tracking-title">
        {t('kinds.effects')}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] items-start gap-x-3 gap-y-4 max-md:grid-cols-3 max-md:gap-x-2">
        {effects.map((effect) => (
          <li key={`${effect.kind}-${effect.id}`} className="min-w-0">
            <EffectCard effect={effect} locked={effect.pro && locked} moving={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ways({ page }: { readonly page: WayPage }) {
  const t = useTranslations('ways');
  const promptUseOf = useWayWords();
  const nameOf = useEffectName();
  const offered = useOffered();
  const [searched, setSearched] = useState('');
  const [kind, setKind] = useState<Kind>();
  const ways = WAY_PAGES[page].ways.filter((way) => {
    const { name, line } = promptUseOf(way);
    return (kind === undefined || way.group === kind) && isFound(searched, [name, line]);
  });
  const effects =
    page === 'all' && (kind === undefined || kind === 'effects')
      ? EVERY_EFFECT.filter((effect) => offered(effect) && isFound(searched, [nameOf(effect), t('kinds.effects')]))
      : [];
  const kinds: readonly Kind[] = page === 'imageTools' ? [] : [...TOOL_GROUPS, 'effects'];
  const count = ways.length + effects.length;
  return (
    <div className="grid gap-7 ps-2 pe-8 pt-3 pb-16 max-md:px-3 max-md:pb-24">
      <div className="grid gap-4">
        <div className="grid gap-2">
          <h1 className="text-2xl leading-tight font-strong tracking-title">{t(`titles.${page}`)}</h1>
          <p className="max-w-[64ch] text-ink-2">{t(`ledes.${page}`)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
          <label className="relative block w-full max-w-80">
            <span className="sr-only">{t('search')}</span>
            <Icon
              of={Search}
              size="s"
              className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-3"
            />
            <Input
              type="search"
              value={searched}
              placeholder={t('search')}
              onChange={(event) => setSearched(event.target.value)}
              className="ps-9"
            />
          </label>
          {kinds.length === 0 ? null : (
            <div role="group" aria-label={t('filter')} className="flex flex-wrap gap-1.5">
              <Chip here={kind === undefined} onPress={() => setKind(undefined)}>
                {t('kinds.every')}
              </Chip>
              {kinds.map((one) => (
                <Chip key={one} here={one === kind} onPress={() => setKind(one === kind ? undefined : one)}>
                  {t(`kinds.${one}`)}
                </Chip>
              ))}
            </div>
          )}
          <p role="status" className="num text-sm text-ink-3">
            {t('found', { count })}
          </p>
        </div>
      </div>
      {count > 0 ? null : (
        <EmptyState
          title={t('none')}
          actions={
            <Button
              onClick={() => {
                setSearched('');
                setKind(undefined);
              }}
            >
              {t('showAll')}
            </Button>
          }
        >
          {t('noneText')}
        </EmptyState>
      )}
      {TOOL_GROUPS.map((group) => (
        <Group key={group} kind={group} ways={ways.filter((way) => way.group === group)} />
      ))}
      <EffectGroup effects={effects} />
    </div>
  );
}

/** All ways to create, each with its inputs, price and duration. Search and sort update while the user types. */
export function WaysPage({ page }: { readonly page: WayPage }) {
  return (
    <DataProvider>
      <Ways page={page} />
    </DataProvider>
  );
}
