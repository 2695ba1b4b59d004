'use client';

import { useTranslations } from 'next-intl';
import { Media, ImageFrame } from '@/ui/media/media';
import { SAMPLES, type Sample } from './samples';

/** Sample images as inputs. */
export function SampleStrip({
  busy = false,
  chosen,
  onPick,
}: {
  readonly busy?: boolean;
  readonly chosen?: string | undefined;
  readonly onPick: (sample: Sample) => void;
}) {
  const t = useTranslations('uploads');
  return (
    <ul aria-label={t('samples.label')} className="grid grid-cols-5 gap-2.5 max-md:gap-2">
      {SAMPLES.map((sample) => (
        <li key={sample.id}>
          <button
            type="button"
            disabled={busy}
            aria-label={t('samples.take', { name: t(`samples.${sample.id}`) })}
            aria-pressed={chosen === undefined ? undefined : chosen === sample.id}
            onClick={() => onPick(sample)}
            className="group block w-full rounded-card disabled:opacity-60 aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-ink-1"
          >
            <Media ratio="1" className="rounded-card">
              <ImageFrame
                src={sample.thumb}
                alt=""
                className="transition-transform duration-300 group-hover:scale-104 motion-reduce:transition-none"
              />
            </Media>
          </button>
        </li>
      ))}
    </ul>
  );
}
