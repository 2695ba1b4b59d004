'use client';

import { useTranslations } from 'next-intl';
import { Workshop } from '@/features/make/create/workshop';
import { Worktop } from '@/features/make/tools/page/worktop';
import { DataProvider } from '@/lib/trpc/data-provider';
import { AvatarEmpty } from './avatar-empty';
import { AvatarForm, PROCEDURE } from './avatar-form';

/** AI Avatar: a portrait speaks a text or a recording, with head movement. */
export function AvatarPage() {
  const t = useTranslations('avatar');
  return (
    <DataProvider>
      <Workshop
        procedure={PROCEDURE}
        formType="ai_avatar"
        worktop={<Worktop procedure={PROCEDURE} words={{ title: t('title'), text: t('ready') }} />}
        empty={() => <AvatarEmpty />}
        renderForm={(creating) => <AvatarForm creating={creating} />}
      />
    </DataProvider>
  );
}
