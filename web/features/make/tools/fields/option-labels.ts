import { useFormatter, useTranslations } from 'next-intl';
import { FORMS, type Option, type OptionValue, type ProcedureName } from '@src/creation/procedures/params.shared';

/** Options with a separate control and separate messages. */
const OWN_CONTROLS: readonly string[] = ['style', 'aspect', 'seconds', 'resolution', 'timeline', 'motion', 'scale'];

/** The options of a procedure that are named by `useOptionWords`. */
export const wordedOptions = (procedure: ProcedureName): readonly (readonly [name: string, option: Option])[] =>
  Object.entries(FORMS[procedure].options).filter(([name]) => !OWN_CONTROLS.includes(name));

/** The names of an option and of its values. */
export interface OptionWords {
  readonly label: string;
  readonly value: (value: OptionValue) => string;
  /** Placeholder of a text option. */
  readonly placeholder: string;
}

/** The messages of a form's options, by name. `option-words.spec.ts` checks that every option has them. */
export function useOptionWords(): (name: string, option: Option) => OptionWords {
  const t = useTranslations('options');
  const format = useFormatter();
  // The names are data. A test checks that the message catalogue has them all.
  const words = (key: string, values?: Readonly<Record<string, string | number>>): string =>
    t(key as Parameters<typeof t>[0], values);
  const has = (key: string): boolean => t.has(key as Parameters<typeof t.has>[0]); // as above
  return (name, option) => ({
    label: words(`${name}.label`),
    placeholder: has(`${name}.placeholder`) ? words(`${name}.placeholder`) : '',
    value: (value) => {
      if (typeof value === 'boolean') return words(value ? 'on' : 'off');
      if (option.kind === 'choice' && typeof value === 'string') return words(`${name}.values.${value}`);
      if (typeof value === 'number')
        return has(`${name}.shown`) ? words(`${name}.shown`, { value }) : format.number(value);
      return typeof value === 'string' ? value : '';
    },
  });
}
