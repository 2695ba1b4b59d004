import { useTranslations } from 'next-intl';
import type { Words } from '@src/catalog/entries/content.shared';
import { LINE_MAX, TEXT_LANGUAGES, TEXT_MAX } from '@src/catalog/entries/kinds.shared';
import { directionOf } from '@src/kernel/locales.shared';
import { Field, Input, Textarea } from '@/ui/form/field';

/** A text in each language of the menu. */
export function WordsField({
  label,
  words,
  lines = 'one',
  error,
  onChange,
}: {
  readonly label: string;
  readonly words: Words;
  readonly lines?: 'one' | 'many';
  /** A problem of the English text. */
  readonly error?: string | undefined;
  readonly onChange: (words: Words) => void;
}) {
  const t = useTranslations('catalogue');
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="pb-2 text-sm font-medium">{label}</legend>
      {TEXT_LANGUAGES.map((language) => (
        <Field
          key={language}
          label={<span className="text-xs font-normal text-ink-2">{t(`languages.${language}`)}</span>}
          error={language === 'en' ? error : undefined}
        >
          {({ id, describedBy, invalid }) => {
            const shared = {
              id,
              'aria-label': `${label}: ${t(`languages.${language}`)}`,
              'aria-describedby': describedBy,
              'aria-invalid': invalid,
              lang: language,
              dir: directionOf(language),
              value: words[language] ?? '',
            };
            return lines === 'one' ? (
              <Input
                {...shared}
                maxLength={LINE_MAX}
                onChange={(event) => onChange({ ...words, [language]: event.target.value })}
              />
            ) : (
              <Textarea
                {...shared}
                maxLength={TEXT_MAX}
                onChange={(event) => onChange({ ...words, [language]: event.target.value })}
              />
            );
          }}
        </Field>
      ))}
    </fieldset>
  );
}
