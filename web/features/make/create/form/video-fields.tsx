'use client';

import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { mayUseResolution } from '@src/creation/tasks/submit/allowed.shared';
import { RESOLUTIONS, VIDEO_SECONDS, type Resolution } from '@src/creation/procedures/params.shared';
import { useAllowance } from '@/lib/data/allowance';
import { openPopup } from '@/lib/popups/queue';
import { Icon } from '@/ui/icon';
import { Segmented } from '@/ui/form/segmented';
import { settingsOf } from '../draft/draft';
import { changeOptions, useDraft } from '../draft/draft-store';

const RESOLUTION_CHOICES: readonly Resolution[] = ['480p', '720p', '1080p'];

/** Chooses the length of a video. */
export function SecondsPicker({
  value,
  choices,
  onChange,
}: {
  readonly value: number;
  readonly choices: readonly number[];
  readonly onChange: (seconds: number) => void;
}) {
  const t = useTranslations('video');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <span className="text-sm font-medium">{t('length')}</span>
      <Segmented
        label={t('length')}
        value={String(value)}
        choices={choices.map((one) => ({
          value: String(one),
          label: t('secondsShort', { count: one }),
          name: t('seconds', { count: one }),
        }))}
        onChange={(chosen) => onChange(Number(chosen))}
        fill
        className="w-full max-w-[216px]"
      />
    </div>
  );
}

const isResolution = (value: string): value is Resolution => Object.hasOwn(RESOLUTIONS, value);

/** Chooses the resolution of a video. Resolutions of a higher plan lead to the offer of that plan. */
export function ResolutionPicker({
  value,
  choices,
  onChange,
}: {
  readonly value: string;
  readonly choices: readonly string[];
  readonly onChange: (resolution: Resolution) => void;
}) {
  const t = useTranslations('video');
  const allowance = useAllowance();
  const isLocked = (one: Resolution): boolean => allowance !== undefined && !mayUseResolution(one, allowance);
  const pick = (one: Resolution): void =>
    isLocked(one) ? openPopup('upgradePlan', { reason: 'VideoMode', resolution: one }) : onChange(one);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <span className="text-sm font-medium">{t('resolution')}</span>
      <Segmented
        label={t('resolution')}
        value={value}
        choices={choices.filter(isResolution).map((one) =>
          isLocked(one)
            ? {
                value: one,
                label: (
                  <>
                    {one}
                    <Icon of={Lock} size="s" />
                  </>
                ),
                name: t('ofPlans', { resolution: one }),
              }
            : { value: one, label: one },
        )}
        onChange={(chosen) => isResolution(chosen) && pick(chosen)}
        fill
        className="w-full max-w-[216px]"
      />
    </div>
  );
}

/** Length and resolution of a video. */
export function VideoFields({
  procedure,
}: {
  readonly procedure: 'video.createVideoByText' | 'video.createVideoByImage';
}) {
  const { seconds, resolution } = settingsOf(useDraft(procedure), procedure);
  const setSeconds = (value: number): void => {
    const chosen = VIDEO_SECONDS.find((one) => one === value);
    if (chosen !== undefined) changeOptions({ seconds: chosen }, procedure);
  };
  return (
    <>
      <SecondsPicker value={seconds} choices={VIDEO_SECONDS} onChange={setSeconds} />
      <ResolutionPicker
        value={resolution}
        choices={RESOLUTION_CHOICES}
        onChange={(one) => changeOptions({ resolution: one }, procedure)}
      />
    </>
  );
}
