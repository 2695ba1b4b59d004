'use client';

import { Quote } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { changeDraft } from '@/features/make/create/draft/draft-store';
import { boxStyle } from '@/features/make/create/stage/stage-states';
import { Icon } from '@/ui/icon';
import { EmptyState } from '@/ui/content/states';
import { VideoPreview } from '@/ui/media/video-preview';
import { PROCEDURE } from './avatar-form';

const STEPS = ['portrait', 'voice', 'film'] as const;
const SCRIPTS = ['welcome', 'lesson', 'birthday'] as const;

/**
 * Shown before the first creation: instructions and example texts. The person is drawn, because the product uses no
 * real faces.
 */
export function AvatarEmpty() {
  const t = useTranslations('avatar.empty');
  return (
    <section className={`${boxStyle} grid min-h-[min(62vh,560px)] place-items-center`}>
      <div className="grid w-full max-w-[720px] gap-7 py-6">
        <EmptyState level={1} title={t('title')}>
          {t('text')}
        </EmptyState>
        <ol className="grid grid-cols-3 gap-3.5 max-md:gap-2.5">
          {STEPS.map((step, index) => (
            <li key={step} className="grid content-start gap-2.5">
              <span className="relative grid aspect-[4/5] place-items-center overflow-hidden rounded-media bg-surface-2 text-ink-3">
                <Sample step={step} />
                <span className="num absolute start-2.5 top-2.5 grid size-6 place-items-center rounded-full bg-surface-1 text-xs font-medium text-ink-2">
                  {index + 1}
                </span>
              </span>
              <span className="text-sm text-ink-2">{t(`steps.${step}`)}</span>
            </li>
          ))}
        </ol>
        <div className="grid gap-2">
          <h2 className="text-sm font-medium">{t('scripts')}</h2>
          <ul className="grid gap-1.5">
            {SCRIPTS.map((script) => (
              <li key={script}>
                <button
                  type="button"
                  onClick={() => changeDraft({ prompt: t(`said.${script}`) }, PROCEDURE)}
                  className="flex min-h-11 w-full items-center gap-3 rounded-group bg-surface-2 px-3.5 py-2 text-start text-sm text-ink-2 transition-colors quick hover:bg-surface-3 hover:text-ink-1"
                >
                  <Icon of={Quote} size="s" className="flip text-ink-3" />
                  <span>{t(`said.${script}`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** The sample: a drawn portrait, a voice, and the talking portrait. */
function Sample({ step }: { readonly step: (typeof STEPS)[number] }) {
  if (step === 'voice') return <Waves />;
  if (step === 'portrait')
    return <img src="/samples/face-swap-before.webp" alt="" className="absolute inset-0 size-full object-cover" />;
  return <VideoPreview src="/samples/lip-sync.mp4" poster="/samples/lip-sync.webp" alt="" />;
}

/** Bar heights of the waveform, in percent. */
const BARS = [22, 46, 74, 38, 88, 60, 30, 68, 94, 52, 34, 62, 26] as const;

/** A drawn waveform. */
function Waves() {
  return (
    <span aria-hidden className="flex h-2/5 w-3/4 items-center justify-between">
      {BARS.map((height, index) => (
        <span
          key={`${index}-${height}`}
          className="w-[4.5%] rounded-full bg-accent"
          style={{ blockSize: `${height}%` }}
        />
      ))}
    </span>
  );
}
