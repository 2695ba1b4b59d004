import type { BuiltIns } from '../../catalog/entries/content.shared.js';
import { entryId, type EntryId } from '../../catalog/entries/kinds.shared.js';
import { ANIME_LOOKS, STYLES, VIDEO_TEMPLATES } from '../../engine/options.shared.js';
import { TEMPLATE_NAMES } from '../../engine/sizes.shared.js';

/**
 * The options whose values are entries of the catalogue, each with its values: effects, and designs as templates. They
 * have the same meaning in every procedure.
 */
export const PRESET_OPTIONS = {
  template: { kind: 'effect', values: VIDEO_TEMPLATES },
  look: { kind: 'effect', values: ANIME_LOOKS },
  style: { kind: 'effect', values: STYLES.filter((style) => style !== 'natural') },
  design: { kind: 'template', values: TEMPLATE_NAMES },
} as const;
export type PresetOption = keyof typeof PRESET_OPTIONS;

/** The entry of an option's value: `effect.template-hearts`. */
export const presetId = (option: PresetOption, value: string): EntryId =>
  entryId(PRESET_OPTIONS[option].kind, `${option}-${value}`);

/** The option and value of an effect's or a template's entry; undefined for another. */
export function presetOf(id: string): { readonly option: PresetOption; readonly value: string } | undefined {
  return PRESETS.find((preset) => preset.id === id);
}

// The keys of the table are its options.
const OPTIONS = Object.keys(PRESET_OPTIONS) as readonly PresetOption[];

/** All effects and templates of the product, in their order. */
export const PRESETS: readonly { readonly id: EntryId; readonly option: PresetOption; readonly value: string }[] =
  OPTIONS.flatMap((option) =>
    PRESET_OPTIONS[option].values.map((value) => ({ id: presetId(option, value), option, value })),
  );

/** Their entries, as the catalogue has them from the start. */
export const BUILT_IN_PRESETS: BuiltIns = new Map(
  PRESETS.map(({ id, option }) => [id, { kind: PRESET_OPTIONS[option].kind, tags: [] }]),
);

/** The effects and templates that the settings of a creation choose. */
export const presetsIn = (params: object): readonly EntryId[] =>
  PRESETS.flatMap(({ id, option, value }) => (Reflect.get(params, option) === value ? [id] : []));
