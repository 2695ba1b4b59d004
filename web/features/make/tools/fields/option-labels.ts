import { useFormatter, useTranslations } from 'next-intl';
import { FORMS, type Option, type OptionValue, type ProcedureName } from '@src/creation/procedures/params.shared';

/** Options that have a control, and words, of their own. */
const OWN_CONTROLS: readonly string[] = ['style', 'aspect', 'seconds', 'resolution', 'timeline', 'motion', 'scale'];

/** The options of a call that are called by the words of `useOptionWords`. */
export const wordedOptions = (procedure: ProcedureName): readonly (readonly [name: string, option: Option])[] => Object.entries(FORMS[procedure].options).filter(([name]) => !OWN_CONTROLS.includes(name));

/** What an option is called, and what a value of it is. */
export interface OptionWords {
  readonly label: string;
  readonly value: (value: OptionValue) => string;
  /** Written into a field of words while nothing stands there. */
  readonly placeholder: string;
}

/** The words of a form's options, by the names in its definition; `option-words.spec.ts` sees that each has its own. */
export function useOptionWords(): (name: string, option: Option) => OptionWords {
  const t = useTranslations('options');
  const format = useFormatter();
  // The names are data: the catalogue of words is checked against them by a test.
  const words = (key: string, values?: Readonly<Record<string, string | number>>): string => t(key as Parameters<typeof t>[0], values);
  const has = (key: string): boolean => t.has(key as Parameters<typeof t.has>[0]); // as above
  return (name, option) => ({
    label: words(`${name}.label`),
    placeholder: has(`${name}.placeholder`) ? words(`${name}.placeholder`) : '',
    value: (value) => {
      if (typeof value === 'boolean') return words(value ? 'on' : 'off');
      if (option.kind === 'choice' && typeof value === 'string') return words(`${name}.values.${value}`);
      if (typeof value === 'number') return has(`${name}.shown`) ? words(`${name}.shown`, { value }) : format.number(value);
      return typeof value === 'string' ? value : '';
    },
  });
}
