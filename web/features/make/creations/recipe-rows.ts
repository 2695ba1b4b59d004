import { useFormatter, useTranslations } from 'next-intl';
import { unusedOf, type Motion, type SlotName, type Style } from '@src/creation/procedures/params.shared';
import { wordsOfId } from '@src/creation/procedures/lora-limits.shared';
import { slotOf, type GivenKind } from '@src/engine/sources.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useOptionWords, wordedOptions } from '@/features/make/tools/fields/option-labels';

export interface RecipeRow {
  readonly name: string;
  readonly value: string;
}

/** A creation's settings as text. */
export function useRecipeRows(): (task: TaskView) => readonly RecipeRow[] {
  const t = useTranslations('creations.recipe');
  const styles = useTranslations('image.styles');
  const motions = useTranslations('video.motions');
  const switches = useTranslations('options');
  const format = useFormatter();
  const wordsFor = useOptionWords();
  return ({ input, params, sources, width, height }) => {
    const settings: Readonly<Record<string, unknown>> = { ...params };
    const given: Readonly<Partial<Record<SlotName, GivenKind>>> = Object.fromEntries(
      sources.map(({ role, kind }) => [slotOf(role), kind]),
    );
    const unused = [...unusedOf(params.procedure, settings, given), ...(input.withoutEffect ?? [])];
    const row = (name: string, value: string): readonly RecipeRow[] => [{ name, value }];
    const style =
      'style' in params && !unused.includes('style') ? row(t('style'), styles(params.style satisfies Style)) : [];
    const motion = 'motion' in params ? row(t('motion'), motions(params.motion satisfies Motion)) : [];
    const factor =
      'scale' in params && params.scale !== undefined && params.width === undefined
        ? row(t('factor'), t('times', { factor: params.scale }))
        : [];
    const cuts =
      'timeline' in params && params.timeline.cuts.length > 0
        ? row(t('cuts'), format.number(params.timeline.cuts.length))
        : [];
    const worded = wordedOptions(params.procedure).flatMap(([name, option]): readonly RecipeRow[] => {
      const value = settings[name];
      if (
        unused.includes(name) ||
        value === '' ||
        (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      )
        return [];
      return row(wordsFor(name, option).label, wordsFor(name, option).value(value));
    });
    const size = row(t('size'), `${'aspect' in params ? `${params.aspect} · ` : ''}${width} × ${height}`);
    const length =
      'seconds' in params && !unused.includes('seconds')
        ? row(t('length'), t('seconds', { count: params.seconds }))
        : [];
    const resolution = 'resolution' in params ? row(t('resolution'), params.resolution) : [];
    // Names and values as they were when it was made: the model may have other settings by now.
    const ofModel = Object.entries(input.modelSettings ?? {}).flatMap(([key, value]) =>
      row(
        input.modelForm?.names[key] ?? key,
        typeof value === 'boolean' ? switches(value ? 'on' : 'off') : String(value),
      ),
    );
    const loras = (input.loras ?? []).flatMap(({ id, strength }) =>
      row(t('lora'), `${wordsOfId(id)} · ${format.number(strength)}`),
    );
    return [
      ...cuts,
      ...style,
      ...motion,
      ...factor,
      ...worded,
      ...size,
      ...length,
      ...resolution,
      ...ofModel,
      ...loras,
    ];
  };
}
