'use client';

import { ChevronRight, Lock } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { MouseEvent } from 'react';
import type { ModelView } from '@src/catalog/model.shared';
import { emptyDraft } from '@/features/make/create/draft/draft';
import { useModelDescription } from '@/features/make/create/form/model-description';
import { priceOf } from '@/features/make/create/press/quote';
import { toolOf } from '@/features/make/create/form/tools';
import { useLocked } from '@/features/make/effects/use-locked';
import { SHOWCASE } from '@/features/make/home/showcase';
import { Link } from '@/i18n/navigation';
import { resourceMarks } from '@/lib/analytics/marks';
import { useModels } from '@/lib/data/account';
import { openPopup } from '@/lib/popups/queue';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Badge } from '@/ui/content/badge';
import { Button, buttonStyle } from '@/ui/button';
import { roughTime } from '@/ui/content/clock';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';

/** The procedures that make images from a prompt, or from an image and a prompt. */
const MAKES = ['text2Image.create', 'image2Image.create'] as const;

/** Samples of the built-in models: images from a prompt, and images from an image. */
const DRAWN = SHOWCASE.slice(0, 6).map(({ src }) => src);
const MADE_OVER = ['watercolour', 'oil', 'papercut'].map((style) => `/effects/style-${style}.webp`);

function samplesOf({ engine, procedures }: ModelView, place: number): readonly string[] {
  if (engine !== 'local') return [];
  return procedures.includes('text2Image.create') ? DRAWN.slice((place * 3) % DRAWN.length).slice(0, 3) : MADE_OVER;
}

function ModelPanel({
  model,
  place,
  locked,
}: {
  readonly model: ModelView;
  readonly place: number;
  readonly locked: boolean;
}) {
  const t = useTranslations('ways');
  const tools = useTranslations('tools');
  const time = useTranslations('common.time');
  const format = useFormatter();
  const description = useModelDescription(model);
  const procedure = MAKES.find((one) => model.procedures.includes(one)) ?? MAKES[0];
  const price = priceOf(model, { procedure, draft: emptyDraft(procedure), given: {} });
  const samples = samplesOf(model, place);
  const press = (event: MouseEvent): void => {
    if (!locked) return;
    event.preventDefault();
    openPopup('upgradePlan', { reason: 'ProFeature' });
  };
  const facts = [
    ...(price === undefined ? [] : [[t('facts.price'), tools('price', { count: price })] as const]),
    [t('facts.time'), time('about', roughTime(model.typicalMs))] as const,
    [t('facts.size'), t('widest', { pixels: format.number(model.longSide) })] as const,
    [t('facts.from'), procedure === 'text2Image.create' ? t('takes.words') : t('fromPicture')] as const,
  ];
  return (
    <article
      {...resourceMarks({ type: 'model', id: model.id })}
      className="grid content-start gap-4 rounded-stage bg-surface-1 p-4"
    >
      {samples.length === 0 ? null : (
        <div className="grid grid-cols-3 gap-2">
          {samples.map((src) => (
            <Media key={src} ratio="1" className="rounded-card">
              <ImageFrame src={src} alt="" />
            </Media>
          ))}
        </div>
      )}
      <div className="grid gap-1">
        <h2 className="flex items-center gap-2 text-lg font-strong tracking-title">
          <bdi>{model.name}</bdi>
          {model.tier === 'pro' ? (
            <Badge>
              {locked ? <Icon of={Lock} size="s" /> : null}
              {t('pro')}
            </Badge>
          ) : null}
        </h2>
        <p className="text-sm text-ink-2">{description}</p>
      </div>
      <dl className="num grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Link
        href={{ pathname: toolOf(procedure).href, query: { model: model.id } }}
        onClick={press}
        className={`${buttonStyle()} justify-self-start`}
      >
        {t('useModel')}
        <Icon of={ChevronRight} size="s" className="flip" />
      </Link>
    </article>
  );
}

function Generators() {
  const t = useTranslations('ways');
  const { models, isPending, isError, refetch } = useModels();
  const locked = useLocked();
  const offered = models.filter(({ procedures }) => MAKES.some((one) => procedures.includes(one)));
  return (
    <div className="grid gap-7 ps-2 pe-8 pt-3 pb-16 max-md:px-3 max-md:pb-24">
      <div className="grid gap-2">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('titles.generators')}</h1>
        <p className="max-w-[64ch] text-ink-2">{t('ledes.generators')}</p>
      </div>
      {isError ? (
        <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('again')}</Button>}>
          {t('failedText')}
        </ErrorState>
      ) : (
        <div className="grid grid-cols-3 items-start gap-4 max-xl:grid-cols-2 max-md:grid-cols-1">
          {isPending
            ? ['a', 'b', 'c'].map((key) => <Skeleton key={key} className="h-[380px] rounded-stage" />)
            : offered.map((model, place) => (
                <ModelPanel key={model.id} model={model} place={place} locked={model.tier === 'pro' && locked} />
              ))}
        </div>
      )}
    </div>
  );
}

/** The image models, each with samples, price, duration and maximum size. */
export function GeneratorsPage() {
  return (
    <DataProvider>
      <Generators />
    </DataProvider>
  );
}
