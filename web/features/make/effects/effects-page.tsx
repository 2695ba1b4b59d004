'use client';

import { Lock, Pause, Play } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ToolPrices } from '@/features/make/tools/page/tool-prices';
import { toolOf, type ImageInputProcedure } from '@/features/make/create/form/tools';
import { Link } from '@/i18n/navigation';
import { inLanguage, type GalleryView } from '@src/catalog/entries/gallery.shared';
import type { EntryId } from '@src/catalog/entries/kinds.shared';
import { useGallery, usePreviewed } from '@/lib/data/gallery';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { usePrefersReducedMotion } from '@/ui/hooks/use-media';
import { EffectCard } from './effect-card';
import { Notice } from '@/ui/content/states';
import { arrange, tagsOf, type GalleryPart } from './arrange';
import { EFFECT_PAGES, EFFECTS, effectsOn, type EffectPage } from './effects';
import { ProWays } from './pro-ways';
import { useLocked } from './use-locked';
import { useOffered } from './use-offered';

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
  readonly part: GalleryPart;
  readonly locked: boolean;
  readonly moving: boolean;
  readonly prices: ToolPrices;
}

/** The heading of a section. Those of administrators have no price, because their effects may differ in it. */
function useHeading({ page, part, prices }: Pick<SectionProps, 'page' | 'part' | 'prices'>) {
  const t = useTranslations('effects.kinds');
  const locale = useLocale();
  if (part.kind === 'own') {
    const { id, title, text } = part;
    return { id, title: inLanguage(title, locale), text: text && inLanguage(text, locale), price: undefined };
  }
  const { kind } = part;
  const [first] = EFFECTS[kind];
  return {
    id: kind,
    title: t(`${kind}.title`),
    text: page === 'pro' ? undefined : t(`${kind}.text`),
    price: first === undefined ? undefined : prices[toolOf<ImageInputProcedure>(first.procedure).id]?.words,
  };
}

function Section({ page, part, locked, moving, prices }: SectionProps) {
  const { id, title, text, price } = useHeading({ page, part, prices });
  return (
    <section aria-labelledby={`effects-${id}`} className="grid gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={`effects-${id}`} dir="auto" className="text-lg font-strong tracking-title wrap-anywhere">
            {title}
          </h2>
          <span className="num min-h-[1.5em] text-sm text-ink-3">{price}</span>
        </div>
        {text === undefined ? null : (
          <p dir="auto" className="max-w-[70ch] text-sm text-ink-2">
            {text}
          </p>
        )}
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(172px,1fr))] items-start gap-x-3.5 gap-y-5 max-md:grid-cols-2 max-md:gap-x-2.5">
        {part.effects.map((effect) => (
          <li key={`${effect.kind}-${effect.id}`} className="min-w-0">
            <EffectCard effect={effect} locked={effect.pro && locked} moving={moving} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TagsProps {
  readonly tags: GalleryView['tags'];
  /** The chosen one. */
  readonly tag: EntryId | undefined;
  readonly onChange: (tag?: EntryId) => void;
}

/** Chips of tags. A second press shows all effects again. */
function Tags({ tags, tag, onChange }: TagsProps) {
  const t = useTranslations('effects');
  const locale = useLocale();
  if (tags.length === 0) return null;
  return (
    <div role="group" aria-label={t('tags')} className="flex flex-wrap gap-1.5">
      {tags.map(({ id, title }) => (
        <Button
          key={id}
          size="sm"
          tone={id === tag ? 'invert' : 'plain'}
          aria-pressed={id === tag}
          onClick={() => (id === tag ? onChange() : onChange(id))}
        >
          <bdi>{inLanguage(title, locale)}</bdi>
        </Button>
      ))}
    </div>
  );
}

function Effects({ page }: { readonly page: EffectPage }) {
  const t = useTranslations('effects');
  const locale = useLocale();
  const calm = usePrefersReducedMotion();
  const locked = useLocked();
  const gallery = useGallery();
  const previewed = usePreviewed();
  const offered = useOffered();
  const [prices, setPrices] = useState<ToolPrices>({});
  const [playing, setPlaying] = useState<boolean>();
  const [chosen, setChosen] = useState<EntryId>();
  const parts = arrange(page, gallery, offered);
  const tags = tagsOf(parts, gallery);
  const tag = tags.find(({ id }) => id === chosen)?.id;
  const moving = playing ?? (!calm && gallery?.moves === true);
  const moves = EFFECT_PAGES[page].kinds.some((kind) => effectsOn(page, kind).some(({ video }) => video !== undefined));
  const lead = page === 'all' ? gallery?.lead : undefined;
  return (
    <div className="grid gap-8 ps-2 pe-8 pt-3 pb-16 max-md:px-3 max-md:pb-24">
      <ToolPriceFeed onPrices={setPrices} />
      <div className="grid gap-4">
        {previewed === undefined ? null : <Notice>{t('preview')}</Notice>}
        <div className="grid gap-2">
          <h1 className="text-2xl leading-tight font-strong tracking-title">{t(`titles.${page}`)}</h1>
          <p dir="auto" className="max-w-[64ch] text-ink-2">
            {lead === undefined ? t(`ledes.${page}`) : inLanguage(lead, locale)}
          </p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Pages at={page} />
          {moves && !calm ? (
            <Button
              size="sm"
              icon={<Icon of={moving ? Pause : Play} size="s" />}
              aria-pressed={moving}
              onClick={() => setPlaying(!moving)}
            >
              {t('play')}
            </Button>
          ) : null}
        </div>
        <Tags tags={tags} tag={tag} onChange={setChosen} />
      </div>
      {(tag === undefined ? parts : arrange(page, gallery, offered, tag)).map((part) => (
        <Section
          key={part.kind === 'own' ? part.id : part.kind}
          page={page}
          part={part}
          locked={locked}
          moving={moving}
          prices={prices}
        />
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
