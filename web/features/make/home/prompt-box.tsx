'use client';

import { CircleAlert, Clapperboard, Dices, Image as ImageIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useId, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { PROMPT_MAX } from '@src/engine/sizes.shared';
import { EarlyNote } from '@/features/core/early-note';
import { useRouter } from '@/i18n/navigation';
import { reportError } from '@/lib/errors/bus';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import type { Quote } from './price-feed';
import { PromptChips } from './prompt-chips';
import { say, useSpoken, type Spoken } from './spoken';

const PriceFeed = dynamic(() => import('./price-feed'), { ssr: false });

const KINDS = [
  { procedure: 'text2Image.create', icon: ImageIcon, key: 'image', href: '/image' },
  { procedure: 'video.createVideoByText', icon: Clapperboard, key: 'video', href: '/video' },
] as const satisfies readonly { readonly procedure: Spoken; readonly [more: string]: unknown }[];

/** Switches between image and video. */
function KindSwitch({ value, onChange }: { readonly value: Spoken; readonly onChange: (procedure: Spoken) => void }) {
  const t = useTranslations('home.kinds');
  return (
    <div role="group" aria-label={t('label')} className="flex gap-0.5 rounded-group bg-surface-2 p-[3px]">
      {KINDS.map(({ procedure, icon, key }) => (
        <button
          key={key}
          type="button"
          aria-pressed={procedure === value}
          onClick={() => onChange(procedure)}
          className={cx(
            'inline-flex h-8 items-center gap-[7px] rounded-sm px-3 text-sm font-medium transition-colors quick',
            procedure === value
              ? 'bg-surface-3 text-ink-1 shadow-low light:bg-surface-1'
              : 'text-ink-2 hover:text-ink-1',
          )}
        >
          <Icon of={icon} size="s" />
          {t(key)}
        </button>
      ))}
    </div>
  );
}

/** Enter submits, Shift with Enter adds a line. Enter within an input-method composition does neither. */
function onKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

type Problem = 'empty' | 'tooLong';

/** The problem that keeps a prompt from being sent. */
function problemOf(prompt: string): Problem | undefined {
  const { length } = prompt.trim();
  return length === 0 ? 'empty' : length > PROMPT_MAX ? 'tooLong' : undefined;
}

interface WordsProps {
  readonly id: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  readonly problem: Problem | undefined;
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
        data-enter
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

/** The home page's prompt box. The button shows the price and opens the page that creates. */
export function PromptBox() {
  const t = useTranslations('home');
  const press = useTranslations('common.press');
  const [procedure, setProcedure] = useState<Spoken>('text2Image.create');
  const draft = useSpoken(procedure);
  const router = useRouter();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [quote, setQuote] = useState<Quote>();
  const [problem, setProblem] = useState<Problem>();
  const [starting, setStarting] = useState(false);

  const surprise = (): void => {
    import('@src/engine/local/scene/surprise.shared').then(
      ({ surprisePrompt }) => say({ prompt: surprisePrompt(Math.random) }, procedure),
      reportError,
    );
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (starting) return;
    const found = problemOf(draft.prompt);
    setProblem(found);
    if (found !== undefined) return box.current?.focus();
    setStarting(true);
    const go = (): void => router.push(KINDS.find((kind) => kind.procedure === procedure)?.href ?? '/image');
    import('./spoken-form')
      .then((form) => form.press(procedure, quote))
      .then(go)
      .catch((error: unknown) => {
        setStarting(false);
        reportError(error);
      });
  };
  const form = useRef<HTMLFormElement>(null);
  // Before hydration, typed text exists only in the DOM.
  useLayoutEffect(() => {
    if (box.current !== null && box.current.value !== '') say({ prompt: box.current.value }, 'text2Image.create');
  }, []);
  const changeWords = (prompt: string): void => {
    setProblem(undefined);
    say({ prompt }, procedure);
  };
  // Only the prompt is kept. Images and videos have separate forms for all else.
  const changeKind = (next: Spoken): void => {
    setQuote(undefined);
    say({ prompt: draft.prompt }, next);
    setProcedure(next);
  };

  return (
    <form
      ref={form}
      data-press="home"
      onSubmit={submit}
      noValidate
      className="grid gap-2.5 rounded-media bg-surface-1 p-3.5 ring-1 shadow-mid ring-line-strong has-[textarea:focus-visible]:ring-2 has-[textarea:focus-visible]:ring-focus"
    >
      <div className="flex items-center justify-between gap-2">
        <KindSwitch value={procedure} onChange={changeKind} />
        <label htmlFor={id} className="sr-only">
          {t('promptLabel')}
        </label>
        <Button tone="quiet" size="sm" icon={<Icon of={Dices} size="s" />} onClick={surprise}>
          {t('surprise')}
        </Button>
      </div>
      <Words id={id} box={box} value={draft.prompt} problem={problem} onChange={changeWords} />
      <PriceFeed form={form} procedure={procedure} starting={starting} onQuote={setQuote} />
      <div className="flex flex-wrap items-center gap-2">
        <PromptChips procedure={procedure} quote={quote} />
        <span className="flex-1" />
        <span className="num text-xs text-ink-3 max-md:hidden">
          {quote === undefined || quote.short ? null : t('leftAfter', { count: quote.left })}
        </span>
        <Button
          type="submit"
          tone="accent"
          busy={starting}
          price={quote === undefined ? undefined : t('price', { count: quote.price })}
          className="max-md:control-lg max-md:w-full"
        >
          {starting ? press('starting') : t('create')}
        </Button>
      </div>
      <EarlyNote className="px-1.5" />
    </form>
  );
}
