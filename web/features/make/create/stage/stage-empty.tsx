'use client';

import { useTranslations } from 'next-intl';
import type { Style } from '@src/engine/options.shared';
import type { Aspect } from '@src/engine/sizes.shared';
import { SHOWCASE } from '@/features/make/home/showcase';
import { useCaption } from '@/features/make/home/use-caption';
import { Media, ImageFrame } from '@/ui/media/media';
import { EmptyState } from '@/ui/content/states';
import { boxStyle } from './stage-states';

const EXAMPLES = SHOWCASE.slice(0, 3);

/** Shown before the first creation from words: instructions, and examples that fill in the form. */
/** A prompt with its style. */
export interface Example {
  readonly prompt: string;
  readonly style: Style;
  readonly aspect: Aspect;
}

export function StageEmpty({
  title,
  text,
  onPick,
}: {
  readonly title: string;
  readonly text: string;
  readonly onPick: (example: Example) => void;
}) {
  const t = useTranslations('image.empty');
  const captionOf = useCaption();
  return (
    <div className={`${boxStyle} grid min-h-[min(62vh,560px)] place-items-center`}>
      <div className="grid w-full max-w-[720px] gap-5 py-6">
        <EmptyState level={1} title={title}>
          {text}
        </EmptyState>
        <ul aria-label={t('examples')} className="grid grid-cols-3 gap-3.5 max-md:gap-2.5">
          {EXAMPLES.map(({ src, blur, prompt, style, aspect }) => (
            <li key={src}>
              <button
                type="button"
                onClick={() => onPick({ prompt: captionOf({ src, prompt }), style, aspect })}
                className="group grid w-full gap-2 rounded-panel text-start text-sm text-ink-2 hover:text-ink-1"
              >
                <Media ratio="4 / 5">
                  <ImageFrame
                    src={src}
                    alt=""
                    blur={blur}
                    className="transition-transform duration-300 group-hover:scale-103 motion-reduce:transition-none"
                  />
                </Media>
                <span className="line-clamp-2 first-letter:uppercase">{captionOf({ src, prompt })}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
