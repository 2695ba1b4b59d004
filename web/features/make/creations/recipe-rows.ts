import { useFormatter, useTranslations } from 'next-intl';
import { PATH_OPTIONS } from '@src/engine/camera-path.shared';
import { isPlain, type Params, type PlainParams, type Style } from '@src/creation/procedures/params.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useOptionWords, wordedOptions } from '@/features/make/tools/option-words';

export interface RecipeRow {
  readonly name: string;
  readonly value: string;
}

const isPlainly = (params: Params): params is PlainParams => isPlain(params.procedure);

/** What sets a creation apart from another of its kind, in words. */
export function useRecipeRows(): (task: TaskView) => readonly RecipeRow[] {
  const t = useTranslations('creations.recipe');
  const styles = useTranslations('image.styles');
  const motions = useTranslations('video.motions');
  const format = useFormatter();
  const wordsOf = useOptionWords();
  return ({ params, width, height }) => {
    const style = (name: Style): RecipeRow => ({ name: t('style'), value: styles(name) });
    const size = (aspect?: string): RecipeRow => ({ name: t('size'), value: `${aspect === undefined ? '' : `${aspect} · `}${width} × ${height}` });
    const film = (seconds?: number, resolution?: string): readonly RecipeRow[] => [...(seconds === undefined ? [] : [{ name: t('length'), value: t('seconds', { count: seconds }) }]), ...(resolution === undefined ? [] : [{ name: t('resolution'), value: resolution }])];
    if (isPlainly(params)) {
      const said: Readonly<Record<string, unknown>> = { ...params };
      const set = wordedOptions(params.procedure).flatMap(([name, option]): readonly RecipeRow[] => {
        const value = said[name];
        // Parts of a path say nothing of a camera that is on none.
        if ('camera' in params && params.camera !== 'path' && PATH_OPTIONS.some((one) => one === name)) return [];
        if (value === '' || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')) return [];
        return [{ name: wordsOf(name, option).label, value: wordsOf(name, option).value(value) }];
      });
      const cuts = 'timeline' in params && params.timeline.cuts.length > 0 ? [{ name: t('cuts'), value: format.number(params.timeline.cuts.length) }] : [];
      return [...cuts, ...('style' in params ? [style(params.style)] : []), ...set, size('aspect' in params ? params.aspect : undefined), ...film('seconds' in params ? params.seconds : undefined, 'resolution' in params ? params.resolution : undefined)];
    }
    switch (params.procedure) {
      case 'text2Image.create':
        return [style(params.style), size(params.aspect)];
      case 'image2Image.create':
        return [style(params.style), { name: t('strength'), value: format.number(params.strength, { style: 'percent' }) }, size()];
      case 'imageTools.upscale':
        return [{ name: t('factor'), value: params.width === undefined ? t('times', { factor: params.scale ?? 2 }) : t('wide', { width: params.width }) }, size()];
      case 'imageTools.objectRemover':
      case 'imageTools.backgroundRemover':
        return [size()];
      case 'imageTools.painting':
        return [style(params.style), size()];
      case 'imageTools.backgroundChanger': {
        const { background } = params;
        const behind: RecipeRow = { name: t('behind'), value: background.kind === 'colour' ? background.colour : t(`behinds.${background.kind}`) };
        return [behind, ...(background.kind === 'prompt' ? [style(background.style)] : []), size()];
      }
      case 'video.createVideoByText':
        return [style(params.style), size(params.aspect), ...film(params.seconds, params.resolution)];
      case 'video.createVideoByImage':
        return [{ name: t('motion'), value: motions(params.motion) }, size(), ...film(params.seconds, params.resolution)];
      default:
        return params satisfies never;
    }
  };
}
