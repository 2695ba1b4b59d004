import type { AllowedValues, NumberLimits, SettingOption } from './inputs.shared.js';

/**
 * A setting with the limits that a person gives it. They contain its value in the workflow. A range may be wider than
 * the one that was found, but not than what its node takes.
 * @param limits those of the node
 * @returns undefined for limits that it cannot have
 */
export function optionWithin(
  option: SettingOption,
  limits: NumberLimits,
  { min, max, values }: AllowedValues,
): SettingOption | undefined {
  switch (option.kind) {
    case 'range': {
      const [from, to] = [min ?? option.min, max ?? option.max];
      const isTaken =
        from >= (limits.min ?? -Infinity) &&
        to <= (limits.max ?? Infinity) &&
        from <= option.initial &&
        option.initial <= to &&
        from < to;
      const isWhole = option.step !== 1 || (Number.isInteger(from) && Number.isInteger(to));
      return isTaken && isWhole ? { ...option, min: from, max: to } : undefined;
    }
    case 'choice': {
      // In the order of the node, each once.
      const kept = values === undefined ? option.values : option.values.filter((value) => values.includes(value));
      return kept.includes(option.initial) && (values ?? []).every((value) => option.values.includes(value))
        ? { ...option, values: kept }
        : undefined;
    }
    case 'switch':
      return option;
    default:
      return option satisfies never;
  }
}
