'use client';

import { Check, CircleAlert, Minus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { createContext, useContext } from 'react';
import { FORMS } from '@src/creation/procedures/params.shared';
import type { WordsView } from '@src/creation/prompts/words.shared';
import { Link } from '@/i18n/navigation';
import { Badge } from '@/ui/content/badge';
import { Icon } from '@/ui/icon';
import { useDrawnAs } from './use-drawn-as';

/** The engine's reading of the form's prompt, and a function that replaces a word of it. */
export interface ReadOfForm {
  readonly read: WordsView | undefined;
  readonly onReplace: (word: string, by: string) => void;
}

export const WordsReadOfForm = createContext<ReadOfForm>({ read: undefined, onReplace: () => undefined });

/** Replaces the first occurrence of a word in a prompt. */
export const replaced = (prompt: string, word: string, by: string): string => prompt.replace(word, () => by);

/** Shown before the press: the words that will be drawn, those that will not, and alternatives for them. */
export function WordsRead({ read, onReplace }: ReadOfForm) {
  const t = useTranslations('image.read');
  const understood = read?.understood ?? [];
  const drawnAs = useDrawnAs(understood);
  const drawn = [...new Set(understood.map(({ text }) => text))].map((word) => ({
    word,
    as: understood
      .filter(({ text }) => text === word)
      .map(drawnAs)
      .find((name) => name !== undefined),
  }));
  return (
    <div aria-live="polite" className="grid gap-1.5 text-xs text-ink-3 empty:hidden">
      {read?.lacks === undefined ? null : (
        <p data-words="lacking" className="flex items-start gap-1.5 text-sm text-danger">
          <Icon of={CircleAlert} size="s" className="mt-0.5 shrink-0" />
          <span>{t(`lacks.${read.lacks}`)}</span>
        </p>
      )}
      {read?.partly === undefined ? null : (
        <p data-words="partly" className="flex items-start gap-1.5 text-sm text-warning">
          <Icon of={CircleAlert} size="s" className="mt-0.5 shrink-0" />
          <span>{t('partly')}</span>
        </p>
      )}
      {read?.letters === undefined ? null : (
        <p data-words="letters" className="text-sm text-ink-2">
          {t.rich('letters', {
            templates: (words) => (
              <Link href={FORMS['template2Image.create'].href} className="underline underline-offset-2">
                {words}
              </Link>
            ),
          })}
        </p>
      )}
      {drawn.length === 0 ? null : <WordList kind="drawn" label={t('drawn')} words={drawn} />}
      {read === undefined || read.ignored.length === 0 ? null : (
        <WordList kind="left" label={t('leftOut')} words={read.ignored.map((word) => ({ word, as: undefined }))} />
      )}
      {read?.near.map(({ word, offers }) => (
        <p key={word} className="flex flex-wrap items-center gap-1.5">
          <span>{t('instead', { word })}</span>
          {offers.map((offer) => (
            <button
              key={offer}
              type="button"
              onClick={() => onReplace(word, offer)}
              className="min-h-7 rounded-full bg-surface-2 px-2.5 text-ink-1 transition-colors quick hover:bg-surface-3"
            >
              <bdi>{offer}</bdi>
            </button>
          ))}
        </p>
      ))}
    </div>
  );
}

function WordList({
  kind,
  label,
  words,
}: {
  readonly kind: 'drawn' | 'left';
  readonly label: string;
  readonly words: readonly { readonly word: string; readonly as: string | undefined }[];
}) {
  const t = useTranslations('image.read');
  return (
    <div data-words={kind} className="flex flex-wrap items-center gap-1.5">
      <span className="inline-flex items-center gap-1 font-medium text-ink-2">
        <Icon of={kind === 'drawn' ? Check : Minus} size="s" />
        {label}
      </span>
      {words.map(({ word, as }) => (
        <Badge key={word} className="h-auto min-h-6 whitespace-normal rounded-full px-2">
          <bdi className={kind === 'drawn' ? 'text-ink-1' : 'text-ink-3 line-through'}>{word}</bdi>
          {as === undefined ? null : (
            <span className="ms-1 text-ink-3">{t.rich('as', { name: as, bdi: (words) => <bdi>{words}</bdi> })}</span>
          )}
        </Badge>
      ))}
    </div>
  );
}

/** `WordsRead` for the surrounding form. */
export function WordsReadHere() {
  return <WordsRead {...useContext(WordsReadOfForm)} />;
}
