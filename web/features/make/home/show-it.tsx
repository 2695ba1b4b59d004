'use client';

import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { demoOf } from '@/features/make/tools/page/demo';
import { SampleStrip } from '@/features/make/uploads/sample-strip';
import { fetchSample } from '@/features/make/uploads/samples';
import { reportError } from '@/lib/errors/bus';
import { DropZone } from '@/ui/form/drop-zone';
import { Skeleton } from '@/ui/content/skeleton';
import type { Brought } from './image-choices';

const ACCEPT = ['image/*'] as const;
/** The server's upload limit: 100 MB. */
const MAX_BYTES = 104_857_600;

const demo = demoOf('backdrop');

/** The comparison image before the interactive slider has loaded. */
function Still() {
  if (demo === undefined) return null;
  return (
    <>
      <img
        src={demo.before}
        alt=""
        fetchPriority="high"
        className="absolute inset-0 size-full object-cover object-[50%_78%]"
      />
      <span aria-hidden className="absolute inset-0 [clip-path:inset(0_0_0_50%)] rtl:[clip-path:inset(0_50%_0_0)]">
        <img src={demo.after} alt="" className="size-full object-cover object-[50%_78%]" />
      </span>
    </>
  );
}

const BeforeAfter = dynamic(() => import('@/ui/media/before-after').then((module) => module.BeforeAfter), {
  ssr: false,
  loading: Still,
});
const ImageChoices = dynamic(() => import('./image-choices'), {
  ssr: false,
  loading: () => <Skeleton className="aspect-[1.16] w-full rounded-stage" />,
});

/** An interactive before-and-after slider. */
function Live() {
  const t = useTranslations('home.show');
  if (demo === undefined) return null;
  return (
    <BeforeAfter
      label={t('demo')}
      className="absolute inset-0 size-full rounded-none"
      before={<img src={demo.before} alt="" className="size-full object-cover object-[50%_78%]" />}
      after={<img src={demo.after} alt={t('demoAlt')} className="size-full object-cover object-[50%_78%]" />}
    />
  );
}

/** The user's photo or a sample. Once there is one, the tools for it. */
export function ShowIt() {
  const t = useTranslations('home.show');
  const samples = useTranslations('uploads.samples');
  const [brought, setBrought] = useState<Brought>();
  if (brought !== undefined)
    return <ImageChoices key={brought.key} brought={brought} onOther={() => setBrought(undefined)} />;
  return (
    <div className="grid min-w-0 gap-3.5">
      <DropZone
        title={t('title')}
        hint={t('hint')}
        accept={ACCEPT}
        maxBytes={MAX_BYTES}
        paste
        camera
        ratio="1.16"
        illustration={<Live />}
        onFiles={([file]) => {
          if (file !== undefined) setBrought({ key: `${file.name}-${file.lastModified}`, file, name: file.name });
        }}
      />
      <div className="grid gap-2">
        <span className="text-sm text-ink-2">{samples('or')}</span>
        <SampleStrip
          onPick={(sample) => {
            fetchSample(sample).then(
              (file) => setBrought({ key: sample.id, file, name: samples(sample.id) }),
              reportError,
            );
          }}
        />
      </div>
    </div>
  );
}
