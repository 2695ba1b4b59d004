'use client';

import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { SHOWCASE } from '@/features/make/home/showcase';
import { Button } from '@/ui/button';
import { DropZone } from '@/ui/form/drop-zone';
import type { MaskPainterHandle } from '@/ui/mask/mask-painter';
import { UploadProgress } from '@/ui/form/upload-progress';
import { IMAGES } from './images';
import { Specimen } from './specimen';

const MaskPainter = dynamic(() => import('@/ui/mask/mask-painter').then((module) => module.MaskPainter), {
  ssr: false,
});

function Dropping() {
  const t = useTranslations('image');
  const errors = useTranslations('errors');
  const [names, setNames] = useState('');
  const took = (files: readonly File[]): void => setNames(files.map((file) => file.name).join(', '));
  const sending = (
    <UploadProgress
      name="IMG_2041.heic"
      state={{ kind: 'sending', sent: 3_400_000, total: 8_900_000, secondsLeft: 4 }}
      onCancel={() => undefined}
    />
  );
  return (
    <Specimen name="DropZone">
      <DropZone
        title={t('sheet.open')}
        hint={t('session.text')}
        accept={['image/*']}
        maxBytes={104_857_600}
        multiple
        paste
        camera
        onFiles={took}
      />
      <bdi className="text-xs text-ink-3">{names}</bdi>
      <DropZone
        title={t('sheet.open')}
        accept={['image/*']}
        onFiles={took}
        error={errors('RESOLUTION_LIMIT_EXCEEDED')}
      />
      <DropZone title={t('sheet.open')} accept={['image/*']} onFiles={took} progress={sending} />
      <DropZone title={t('sheet.open')} accept={['image/*']} onFiles={took} disabled />
      <DropZone
        title={t('sheet.open')}
        hint={t('session.text')}
        accept={['image/*']}
        onFiles={took}
        ratio="4 / 3"
        illustration={<img src={IMAGES[1]} alt="" className="absolute inset-0 size-full object-cover" />}
      />
    </Specimen>
  );
}

function Uploads() {
  const errors = useTranslations('errors');
  return (
    <Specimen name="UploadProgress">
      <UploadProgress
        name="IMG_2041.heic"
        state={{ kind: 'sending', sent: 3_400_000, total: 8_900_000, secondsLeft: 4 }}
        onCancel={() => undefined}
      />
      <UploadProgress
        name="IMG_2041.heic"
        state={{ kind: 'waiting', sent: 3_400_000, total: 8_900_000 }}
        onCancel={() => undefined}
      />
      <UploadProgress
        name="صورة العائلة.jpg"
        preview={IMAGES[5] ?? ''}
        state={{ kind: 'checking' }}
        onCancel={() => undefined}
      />
      <UploadProgress
        name="IMG_2041.heic"
        state={{ kind: 'failed', message: errors('IMAGE_UPLOAD_FAILED') }}
        onCancel={() => undefined}
        onRetry={() => undefined}
      />
    </Specimen>
  );
}

function Masks() {
  const t = useTranslations('image');
  const painter = useRef<MaskPainterHandle>(null);
  const [empty, setEmpty] = useState(true);
  const [mask, setMask] = useState<string>();
  const image = SHOWCASE[1];
  if (image === undefined) return null;
  const save = async (): Promise<void> => {
    const png = await painter.current?.toPng();
    if (png !== undefined) setMask(URL.createObjectURL(png));
  };
  return (
    <Specimen name="MaskPainter">
      <MaskPainter
        ref={painter}
        src={image.src}
        alt={image.prompt}
        width={image.width}
        height={image.height}
        onChange={(state) => setEmpty(state.empty)}
      />
      <div className="flex items-center gap-3">
        <Button disabled={empty} onClick={() => void save()}>
          {t('actions.download')}
        </Button>
        {mask === undefined ? null : <img src={mask} alt="" data-testid="mask" className="h-20 rounded-xs" />}
      </div>
    </Specimen>
  );
}

/** Upload and mask components. */
export function FilesHall() {
  return (
    <>
      <Dropping />
      <Uploads />
      <Masks />
    </>
  );
}
