'use client';

import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { changeDraft } from '@/features/create/draft-store';
import { Link } from '@/i18n/navigation';
import { buttonStyle } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Media, Picture } from '@/ui/media';
import { PromptBox } from './prompt-box';
import { recipeHref } from './recipe-href';
import type { ShowcasePicture } from './showcase';

const EXAMPLES = ['one', 'two', 'three'] as const;
const chipStyle = 'inline-block min-h-[26px] rounded-full bg-surface-2 px-2.5 py-1 first-letter:uppercase text-start text-xs text-ink-2 transition-colors quick hover:bg-surface-3 hover:text-ink-1 aria-pressed:bg-surface-3 aria-pressed:text-ink-1';

function HeroPicture({ picture }: { readonly picture: ShowcasePicture }) {
  const t = useTranslations('home');
  return (
    <Media className="aspect-[1.16] rounded-stage! max-md:aspect-[1.25]">
      <Picture key={picture.src} src={picture.src} alt={picture.prompt} blur={picture.blur} priority />
      <div className="absolute inset-x-0 bottom-0 flex items-end justify-between gap-4 bg-veil px-4 pt-16 pb-3.5 text-ink-on-media">
        <p className="min-w-0 text-sm">
          <span className="block text-xs opacity-85">{t('drawnFrom')}</span>
          <bdi className="line-clamp-2 font-medium">{picture.prompt}</bdi>
        </p>
        <Link href={recipeHref(picture)} className={cx(buttonStyle({ tone: 'glass', size: 'sm' }), 'max-md:hidden')}>
          {t('usePrompt')}
        </Link>
      </div>
    </Media>
  );
}

/** The prompt box beside a picture; an example fills the box and shows what the engine made of it. */
export function Hero({ pictures, children }: { readonly pictures: readonly ShowcasePicture[]; readonly children: ReactNode }) {
  const t = useTranslations('home');
  const [shown, setShown] = useState(0);
  const picture = pictures[shown];
  const examples = pictures.length > 0 ? pictures.map(({ prompt, style, aspect }) => ({ prompt, style, aspect })) : EXAMPLES.map((example) => ({ prompt: t(`examples.${example}`) }));
  return (
    <section className={cx('grid items-center gap-10 max-md:gap-5', picture === undefined ? 'max-w-[760px] md:pt-[8vh]' : 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.02fr)]')}>
      <div className="grid min-w-0 gap-[22px]">
        {children}
        <PromptBox />
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-xs text-ink-3">{t('try')}</span>
          {examples.map((example, index) => (
            <button
              key={example.prompt}
              type="button"
              aria-pressed={picture === undefined ? undefined : index === shown}
              className={chipStyle}
              onClick={() => {
                changeDraft(example);
                setShown(index);
              }}
            >
              {example.prompt}
            </button>
          ))}
        </div>
      </div>
      {picture === undefined ? null : <HeroPicture picture={picture} />}
    </section>
  );
}
