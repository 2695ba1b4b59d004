'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CATEGORIES, type Category } from '@src/moderation/category.shared';
import { LANGUAGES, type Language } from '@src/moderation/languages.shared';
import { ownWord, OWN_WORDS_MAX, type OwnWord, type PolicyContent } from '@src/moderation/policy/policy.shared';
import { INTERFACE_LANGUAGES } from '@/i18n/locales';
import { Button, IconButton } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Field, Input } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { Icon } from '@/ui/icon';

/** The name of a language of the word lists, in that language. */
const languageName = (language: Language): string =>
  INTERFACE_LANGUAGES.find(({ header }) => header === language)?.nativeName ?? language;

const isSame = (a: OwnWord, b: OwnWord): boolean =>
  a.category === b.category && a.language === b.language && a.word === b.word;

interface OwnWordsProps {
  readonly draft: PolicyContent;
  readonly onChange: (draft: PolicyContent) => void;
}

/** Words of the installation, by category. */
export function OwnWords({ draft, onChange }: OwnWordsProps) {
  const t = useTranslations('policy');
  const categories = useTranslations('errors.refusal.categories');
  const change = (words: OwnWord[]): void => onChange({ ...draft, words });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('words')}</h2>
      <p className="max-w-[64ch] text-sm text-ink-2">{t('wordsHelp')}</p>
      {CATEGORIES.map((category) => {
        const words = draft.words.filter((one) => one.category === category);
        return words.length === 0 ? null : (
          <section key={category} aria-label={categories(category)} className="grid gap-1.5">
            <h3 className="text-sm font-medium">{categories(category)}</h3>
            <ul className="flex flex-wrap gap-1.5">
              {words.map((one) => (
                <li
                  key={`${one.language} ${one.word}`}
                  className="flex items-center gap-1 rounded-group bg-surface-2 ps-2.5 text-sm"
                >
                  <bdi>{one.word}</bdi>
                  <span className="text-xs text-ink-3">{languageName(one.language)}</span>
                  <IconButton
                    label={t('remove', { word: one.word })}
                    onClick={() => change(draft.words.filter((other) => !isSame(other, one)))}
                  >
                    <Icon of={X} size="s" />
                  </IconButton>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <NewWord
        known={draft.words}
        onAdd={(word) => change([...draft.words, word])}
        isFull={draft.words.length >= OWN_WORDS_MAX}
      />
    </Card>
  );
}

function NewWord({
  known,
  onAdd,
  isFull,
}: {
  readonly known: readonly OwnWord[];
  readonly onAdd: (word: OwnWord) => void;
  readonly isFull: boolean;
}) {
  const t = useTranslations('policy');
  const categories = useTranslations('errors.refusal.categories');
  const [category, setCategory] = useState<Category>('hate');
  const [language, setLanguage] = useState<Language>('en');
  const [word, setWord] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const parsed = ownWord.safeParse({ category, language, word });
  const add = (): void => {
    setIsSubmitted(true);
    if (!parsed.success || isFull) return;
    if (!known.some((one) => isSame(one, parsed.data))) onAdd(parsed.data);
    setWord('');
    setIsSubmitted(false);
  };
  const problem = isFull ? t('full', { max: OWN_WORDS_MAX }) : parsed.success ? undefined : t('wordInvalid');
  return (
    <div className="grid items-start gap-3 border-t border-line pt-3 md:grid-cols-[minmax(0,1fr)_220px_180px]">
      <Field label={t('word')} help={t('wordHelp')} error={isSubmitted ? problem : undefined}>
        {({ id, describedBy, invalid }) => (
          <Input
            id={id}
            dir="auto"
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            value={word}
            onChange={(event) => setWord(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') add();
            }}
          />
        )}
      </Field>
      <Field label={t('category')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('category')}
            value={category}
            onChange={setCategory}
            choices={CATEGORIES.map((one) => ({ value: one, label: categories(one) }))}
          />
        )}
      </Field>
      <Field label={t('language')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('language')}
            value={language}
            onChange={setLanguage}
            choices={LANGUAGES.map((one) => ({ value: one, label: languageName(one) }))}
          />
        )}
      </Field>
      <Button className="justify-self-start" onClick={add}>
        {t('add')}
      </Button>
    </div>
  );
}
