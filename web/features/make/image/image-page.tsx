'use client';

import { useTranslations } from 'next-intl';
import { changeDraft, changeOptions } from '@/features/make/create/draft/draft-store';
import { StageEmpty } from '@/features/make/create/stage/stage-empty';
import { Workshop } from '@/features/make/create/workshop';
import { DataProvider } from '@/lib/trpc/data-provider';
import { ImageForm } from './image-form';

/** AI Image, easy mode. */
export function ImagePage() {
  const t = useTranslations('image.empty');
  return (
    <DataProvider>
      <Workshop
        procedure="text2Image.create"
        sheet
        renderForm={(creating) => <ImageForm creating={creating} />}
        empty={(open) => (
          <StageEmpty
            title={t('title')}
            text={t('text')}
            onPick={({ prompt, style, aspect }) => {
              changeDraft({ prompt });
              changeOptions({ style, aspect }, 'text2Image.create');
              open();
            }}
          />
        )}
      />
    </DataProvider>
  );
}
