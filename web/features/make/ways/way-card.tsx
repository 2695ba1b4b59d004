'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { ModelView } from '@src/catalog/model.shared';
import { FORMS, needsEngine } from '@src/creation/procedures/params.shared';
import { emptyDraft } from '@/features/make/create/draft/draft';
import { chosenModel, priceOf } from '@/features/make/create/press/quote';
import { isExperimental } from '@/features/make/create/form/model-facts';
import { TOOL_ICONS } from '@/features/make/procedures/icons';
import { demoOf } from '@/features/make/tools/page/demo';
import { Link } from '@/i18n/navigation';
import { resourceMarks } from '@/lib/analytics/marks';
import { Badge } from '@/ui/content/badge';
import { roughTime } from '@/ui/content/clock';
import { Icon } from '@/ui/icon';
import { VideoPreview } from '@/ui/media/video-preview';
import { longestOf, neededBy, type Way } from './ways';

const IMAGES: Readonly<Partial<Record<Way['id'], string>>> = {
  text: '/showcase/02-amber-glass-bottle-on-a-jade-pli.webp',
  film: '/showcase/film-1.webp',
};
const VIDEOS: Readonly<Partial<Record<Way['id'], string>>> = { film: '/showcase/film-1.mp4' };

/** The way's sample image, or its icon where no sample may be shown. */
function Shown({ way }: { readonly way: Way }) {
  const demo = way.id === 'text' || way.id === 'film' ? undefined : demoOf(way.id === 'avatar' ? 'lipSync' : way.id);
  const [poster, video] = [demo?.after ?? IMAGES[way.id], demo?.video ?? VIDEOS[way.id]];
  if (poster === undefined) {
    return (
      <span className="grid size-full place-items-center text-ink-3">
        <Icon of={TOOL_ICONS[way.id === 'avatar' ? 'lipSync' : way.id]} size="l" />
      </span>
    );
  }
  if (video !== undefined) return <VideoPreview src={video} poster={poster} alt="" />;
  return (
    <img
      src={poster}
      alt=""
      loading="lazy"
      className={`size-full object-cover ${way.id === 'cutOut' ? 'checkers' : ''}`}
    />
  );
}

/** The name and one-sentence description of a way. */
export function useWayWords(): (way: Pick<Way, 'id'>) => { readonly name: string; readonly line: string } {
  const tools = useTranslations('tools');
  const own = useTranslations('ways.own');
  return ({ id }) =>
    id === 'avatar' || id === 'text' || id === 'film'
      ? { name: own(`${id}.name`), line: own(`${id}.line`) }
      : { name: tools(`names.${id}`), line: tools(`lines.${id}`) };
}

/** A way's card: its inputs, result, price, duration and limits. */
export function WayCard({
  way,
  models,
}: {
  readonly way: Way;
  /** The models on offer; undefined until known. */
  readonly models: readonly ModelView[] | undefined;
}) {
  const t = useTranslations('ways');
  const tools = useTranslations('tools');
  const mark = useTranslations('image.experimental');
  const time = useTranslations('common.time');
  const format = useFormatter();
  const { name, line } = useWayWords()(way);
  const { procedure } = way;
  const model =
    models === undefined
      ? undefined
      : chosenModel(
          models.filter((one) => one.procedures.includes(procedure)),
          undefined,
        );
  const price =
    model === undefined ? undefined : priceOf(model, { procedure, draft: emptyDraft(procedure), given: {} });
  const isOff = models !== undefined && (model === undefined || price === undefined);
  const seconds = longestOf(procedure);
  const facts = [
    ...(seconds === undefined ? [] : [t('longest', roughTime(seconds * 1000))]),
    ...(model === undefined || FORMS[procedure].makes === 'as-given'
      ? []
      : [t('widest', { pixels: format.number(model.longSide) })]),
  ];
  return (
    <div
      {...resourceMarks({ type: 'tool', id: way.id })}
      className="group relative grid grid-cols-[104px_minmax(0,1fr)] gap-3.5 rounded-media bg-surface-1 p-2.5 transition-colors quick hover:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-md:grid-cols-[88px_minmax(0,1fr)]"
    >
      <span className="relative block aspect-square w-full self-start overflow-hidden rounded-card bg-surface-2">
        <Shown way={way} />
      </span>
      <span className="grid min-w-0 content-start gap-1 py-0.5">
        {isOff ? (
          <span className="min-h-6 font-medium text-ink-3">{name}</span>
        ) : (
          <Link
            href={way.href}
            className="min-h-6 font-medium outline-none after:absolute after:inset-0 after:rounded-media"
          >
            {name}
          </Link>
        )}
        <span className="line-clamp-2 text-sm text-ink-2">{line}</span>
        <span className="num min-h-[1.5em] text-xs text-ink-3">
          {isOff
            ? tools(needsEngine(procedure) ? 'needsEngine' : 'notOffered')
            : model === undefined || price === undefined
              ? null
              : [tools('price', { count: price }), time('about', roughTime(model.typicalMs)), ...facts].join(' · ')}
        </span>
        <span className="flex flex-wrap gap-1 pt-0.5">
          {isExperimental(procedure, model) ? <Badge tone="warning">{mark('badge')}</Badge> : null}
          {neededBy(procedure).map((taken) => (
            <Badge key={taken}>{t(`takes.${taken}`)}</Badge>
          ))}
        </span>
      </span>
    </div>
  );
}
