'use client';

import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useVisitor } from '@/lib/session/store';
import { PromptBox } from './prompt-box';
import { ShowIt } from './show-it';
import type { ShowcaseWork } from './showcase';
import { say } from './spoken';
import { useCaption } from './use-caption';

const chipStyle =
  'inline-block min-h-[26px] rounded-full bg-surface-2 px-2.5 py-1 first-letter:uppercase text-start text-xs text-ink-2 transition-colors quick hover:bg-surface-3 hover:text-ink-1';

/** Recent work, loaded once the page is readable. */
export const LateRecentWork = dynamic(() => import('./recent-work'), { ssr: false });

/** The promise below the headline. It differs for visitors and accounts. */
export function Lede() {
  const t = useTranslations('home');
  const visitor = useVisitor();
  const isMember = visitor.status === 'ready' && visitor.user.email !== undefined;
  return <p className="max-w-[46ch] text-lede text-ink-2">{isMember ? t('ledeMember') : t('lede')}</p>;
}

/** The prompt box beside the image drop area. */
export function Hero({
  examples,
  children,
}: {
  readonly examples: readonly ShowcaseWork[];
  readonly children: ReactNode;
}) {
  const t = useTranslations('home');
  const captionOf = useCaption();
  return (
    <section className="grid items-start gap-10 max-md:gap-7 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.02fr)]">
      <div className="grid min-w-0 gap-[22px] lg:pt-4">
        {children}
        <PromptBox />
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-xs text-ink-3">{t('try')}</span>
          {examples.map((example) => {
            const prompt = captionOf(example);
            const { src, style, aspect } = example;
            return (
              <button
                key={src}
                type="button"
                className={chipStyle}
                onClick={() => say({ prompt, style, aspect }, 'text2Image.create')}
              >
                {prompt}
              </button>
            );
          })}
        </div>
      </div>
      <ShowIt />
    </section>
  );
}
