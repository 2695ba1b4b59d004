'use client';

import { Lock, Pause, Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ToolPrices } from '@/features/make/tools/page/tool-prices';
import { toolOf, type ImageInputProcedure } from '@/features/make/create/form/tools';
import { Link } from '@/i18n/navigation';
import { useAllowance } from '@/lib/data/allowance';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { usePrefersReducedMotion } from '@/ui/hooks/use-media';
import { EffectCard } from './effect-card';
import { EFFECT_PAGES, EFFECTS, effectsOn, isOffered, type EffectKind, type EffectPage } from './effects';
import { ProWays } from './pro-ways';
import { useLocked } from './use-locked';

const ToolPriceFeed = dynamic(() => import('@/features/make/tools/page/tool-prices'), { ssr: false });

const PAGES = ['all', 'video', 'photo', 'pro'] as const satisfies readonly EffectPage[];

/** Links between the effect pages. */
function Pages({ at }: { readonly at: EffectPage }) {
  const t = useTranslations('effects');
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap gap-1.5">
      {PAGES.map((page) => (
        <Link
          key={page}
          href={EFFECT_PAGES[page].href}
          aria-current={page === at ? 'page' : undefined}
          className={cx(
            'inline-flex h-8 items-center gap-1.5 rounded-full px-3.5 text-sm whitespace-nowrap transition-colors quick',
            page === at
              ? 'bg-invert font-medium text-ink-on-invert'
              : 'bg-surface-2 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
          )}
        >
          {page === 'pro' ? <Icon of={Lock} size="s" /> : null}
          {t(`chips.${page}`)}
        </Link>
      ))}
    </nav>
  );
}

interface SectionProps {
  readonly page: EffectPage;
  readonly kind: EffectKind;
  readonly locked: boolean;
  readonly moving: boolean;
  readonly prices: ToolPrices;
}

function Section({ page, kind, locked, moving, prices }: SectionProps) {
  const t = useTranslations('effects');
  const withdrawn = useAllowance()?.withdrawnEffects;
  const effects = effectsOn(page, kind).filter((effect) => isOffered(effect, withdrawn));
  const [first] = EFFECTS[kind];
  const price = first === undefined ? undefined : prices[toolOf<ImageInputProcedure>(first.procedure).id];
  return (
    <section aria-labelledby={`effects-${kind}`} className="grid gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={`effects-${kind}`} className="text-lg font-strong tracking-title">
            {t(`kinds.${kind}.title`)}
          </h2>
          <span className="num min-h-[1.5em] text-sm text-ink-3">{price?.words}</span>
        </div>
        {page === 'pro' ? null : <p className="max-w-[70ch] text-sm text-ink-2">{t(`kinds.${kind}.text`)}</p>}
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(172px,1fr))] items-start gap-x-3.5 gap-y-5 max-md:grid-cols-2 max-md:gap-x-2.5">
        {effects.map((effect) => (
          <li key={effect.id} className="min-w-0">
            <EffectCard effect={effect} locked={effect.pro && locked} moving={moving} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Effects({ page }: { readonly page: EffectPage }) {
  const t = useTranslations('effects');
  const calm = usePrefersReducedMotion();
  const locked = useLocked();
  const [prices, setPrices] = useState<ToolPrices>({});
  const [moving, setMoving] = useState(false);
  const moves = EFFECT_PAGES[page].kinds.some((kind) => effectsOn(page, kind).some(({ video }) => video !== undefined));
  return (
    <div className="grid gap-8 ps-2 pe-8 pt-3 pb-16 max-md:px-3 max-md:pb-24">
      <ToolPriceFeed onPrices={setPrices} />
      <div className="grid gap-4">
        <div className="grid gap-2">
          <h1 className="text-2xl leading-tight font-strong tracking-title">{t(`titles.${page}`)}</h1>
          <p className="max-w-[64ch] text-ink-2">{t(`ledes.${page}`)}</p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Pages at={page} />
          {moves && !calm ? (
            <Button
              size="sm"
              icon={<Icon of={moving ? Pause : Play} size="s" />}
              aria-pressed={moving}
              onClick={() => setMoving(!moving)}
            >
              {t('play')}
            </Button>
          ) : null}
        </div>
      </div>
      {EFFECT_PAGES[page].kinds.map((kind) => (
        <Section key={kind} page={page} kind={kind} locked={locked} moving={moving} prices={prices} />
      ))}
      {page === 'pro' ? <ProWays locked={locked} /> : null}
    </div>
  );
}

/** A gallery of effects. Previews are visible before any input. */
export function EffectsPage({ page }: { readonly page: EffectPage }) {
  return (
    <DataProvider>
      <Effects page={page} />
    </DataProvider>
  );
}
