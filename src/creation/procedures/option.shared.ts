import { EMPTY_TIMELINE, readTimeline, type Timeline } from '../../engine/timeline.shared.js';

/** A setting of a procedure, with its initial value. */
export type Option =
  | {
      readonly kind: 'choice';
      readonly values: readonly (string | number)[];
      readonly initial: string | number;
      /** May be left out. */
      readonly optional?: true;
    }
  | {
      readonly kind: 'range';
      readonly min: number;
      readonly max: number;
      /** 1 for whole numbers. */
      readonly step: number;
      readonly initial: number;
      readonly optional?: true;
    }
  | {
      readonly kind: 'text';
      /** Characters at most; `min` 1 where a text is required. */
      readonly max: number;
      readonly min: 0 | 1;
      readonly lines: 'one' | 'many';
    }
  | { readonly kind: 'switch'; readonly initial: boolean }
  | { readonly kind: 'colour'; readonly initial: HexColour }
  | { readonly kind: 'timeline' };

/** `#rrggbb`, lower case. */
export type HexColour = `#${string}`;

/** A value that one control sets. */
export type SetValue = string | number | boolean;
export type OptionValue = SetValue | Timeline;

type ValueOf<O> = O extends { readonly kind: 'choice'; readonly values: readonly (infer V)[] }
  ? V
  : O extends { readonly kind: 'range' }
    ? number
    : O extends { readonly kind: 'switch' }
      ? boolean
      : O extends { readonly kind: 'colour' }
        ? HexColour
        : O extends { readonly kind: 'timeline' }
          ? Timeline
          : string;
type OptionalOf<T> = { [K in keyof T]: T[K] extends { readonly optional: true } ? K : never }[keyof T];

/** The settings that a table of options describes. */
export type OptionsOf<T> = { readonly [K in Exclude<keyof T, OptionalOf<T>>]: ValueOf<T[K]> } & {
  readonly [K in OptionalOf<T>]?: ValueOf<T[K]>;
};

/** An option's initial value. */
export function initialOf(option: Option): OptionValue {
  switch (option.kind) {
    case 'text':
      return '';
    case 'timeline':
      return EMPTY_TIMELINE;
    default:
      return option.initial;
  }
}

export const isColour = (value: unknown): value is HexColour =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/**
 * Parses a stored or typed value.
 * @returns undefined if it is invalid for the option
 */
export function readOption(option: Option, value: unknown): OptionValue | undefined {
  switch (option.kind) {
    case 'choice':
      return option.values.find((one) => one === value || String(one) === value);
    case 'range': {
      const number = typeof value === 'string' && value !== '' ? Number(value) : value;
      const fits =
        typeof number === 'number' &&
        number >= option.min &&
        number <= option.max &&
        (option.step !== 1 || Number.isInteger(number));
      return fits ? number : undefined;
    }
    case 'text':
      return typeof value === 'string' ? value.slice(0, option.max) : undefined;
    case 'switch':
      return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
    case 'colour':
      return isColour(value) ? value.toLowerCase() : undefined;
    case 'timeline':
      return readTimeline(value);
    default:
      return option satisfies never;
  }
}
