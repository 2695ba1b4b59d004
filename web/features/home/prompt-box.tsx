'use client';

import { Brush, CircleAlert, Dices, Image as ImageIcon, Palette, Proportions } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { ASPECTS, PROMPT_MAX, type Aspect } from '@src/creation/picture.shared';
import { changeDraft, useDraft } from '@/features/create/draft-store';
import { handOff } from '@/features/create/hand-off';
import { STYLES } from '@/features/create/styles';
import { useRouter } from '@/i18n/navigation';
import { reportError } from '@/lib/errors/bus';
import { Button } from '@/ui/button';
import { ChipSelect } from '@/ui/chip-select';
import { Icon } from '@/ui/icon';
import type { Quote } from './price-feed';

const PriceFeed = dynamic(() => import('./price-feed'), { ssr: false });
const isAspect = (value: string): value is Aspect => Object.hasOwn(ASPECTS, value);

function Chips({ quote }: { readonly quote: Quote | undefined }) {
  const t = useTranslations('home');
  const styles = useTranslations('image.styles');
  const draft = useDraft();
  return (
    <>
      <ChipSelect
        label={t('aspect')}
        icon={Proportions}
        value={draft.aspect}
        choices={Object.keys(ASPECTS).map((aspect) => ({ value: aspect, label: aspect }))}
        onChange={(value) => {
          if (isAspect(value)) changeDraft({ aspect: value });
        }}
      />
      <ChipSelect
        label={t('style')}
        icon={Palette}
        value={draft.style}
        choices={STYLES.map((style) => ({ value: style, label: styles(style) }))}
        onChange={(value) => {
          const style = STYLES.find((one) => one === value);
          if (style !== undefined) changeDraft({ style });
        }}
      />
      {quote === undefined ? null : <ChipSelect label={t('model')} icon={Brush} value={quote.model} choices={quote.models} onChange={(model) => changeDraft({ model })} />}
    </>
  );
}

/** Enter sends, Shift and Enter is a new line; not while a word is still being composed. */
function onKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

interface WordsProps {
  readonly id: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  readonly problem: 'empty' | 'tooLong' | undefined;
  readonly onChange: (prompt: string) => void;
}

function Words({ id, box, value, problem, onChange }: WordsProps) {
  const t = useTranslations('home');
  return (
    <>
      <textarea
        ref={box}
        id={id}
        name="prompt"
        dir="auto"
        value={value}
        placeholder={t('placeholder')}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onKeyDown={onKey}
        onChange={(event) => onChange(event.target.value)}
        className="field-sizing-content max-h-56 min-h-24 w-full resize-none bg-transparent px-1.5 py-1 text-lg leading-normal outline-none placeholder:text-ink-3"
      />
      {problem === undefined ? null : (
        <p id={`${id}-problem`} role="alert" className="flex items-center gap-1.5 px-1.5 text-xs text-danger">
          <Icon of={CircleAlert} size="s" />
          {t(problem)}
        </p>
      )}
    </>
  );
}

/** What to draw, said in a sentence; the button tells the price and takes it to the image page. */
export function PromptBox() {
  const t = useTranslations('home');
  const draft = useDraft();
  const router = useRouter();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [quote, setQuote] = useState<Quote>();
  const [problem, setProblem] = useState<'empty' | 'tooLong'>();

  const surprise = (): void => {
    import('@src/creation/engine/scene/surprise.shared').then(({ surprisePrompt }) => changeDraft({ prompt: surprisePrompt(Math.random) }), reportError);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const length = draft.prompt.trim().length;
    if (length === 0 || length > PROMPT_MAX) {
      setProblem(length === 0 ? 'empty' : 'tooLong');
      box.current?.focus();
      return;
    }
    // Without enough credits nothing is handed over: the image page explains and offers what can be made.
    if (quote !== undefined && !quote.short) handOff({ procedure: 'text2Image.create', draft });
    router.push('/image');
  };
  const changeWords = (prompt: string): void => {
    setProblem(undefined);
    changeDraft({ prompt });
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-2.5 rounded-media bg-surface-1 p-3.5 ring-1 shadow-mid ring-line-strong has-[textarea:focus-visible]:ring-2 has-[textarea:focus-visible]:ring-focus">
      <PriceFeed draft={draft} onQuote={setQuote} />
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="flex items-center gap-2 ps-1.5 text-sm font-medium">
          <Icon of={ImageIcon} size="s" />
          {t('promptLabel')}
        </label>
        <Button tone="quiet" size="sm" icon={<Icon of={Dices} size="s" />} onClick={surprise}>
          {t('surprise')}
        </Button>
      </div>
      <Words id={id} box={box} value={draft.prompt} problem={problem} onChange={changeWords} />
      <div className="flex flex-wrap items-center gap-2">
        <Chips quote={quote} />
        <span className="flex-1" />
        <span className="num text-xs text-ink-3 max-md:hidden">{quote === undefined || quote.short ? null : t('leftAfter', { count: quote.left })}</span>
        <Button type="submit" tone="accent" price={quote === undefined ? undefined : t('price', { count: quote.price })} className="max-md:control-lg max-md:w-full">
          {t('create')}
        </Button>
      </div>
    </form>
  );
}
