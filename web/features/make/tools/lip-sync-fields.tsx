'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { PLAIN_FORMS } from '@src/creation/picture.shared';
import type { FieldsContext } from '@/features/make/create/create-form';
import { beginWith, useFormState } from '@/features/make/create/draft-store';
import { PlainFields } from './plain-fields';

const PROCEDURE = 'lipSync.createLipSyncTask';

/** What is asked for a face that speaks: a video and a recording have a length of their own. The words are said in the page's language until another is chosen. */
export function LipSyncFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('tools.words');
  const locale = useLocale();
  const { given } = useFormState(PROCEDURE);
  useEffect(() => {
    const language = PLAIN_FORMS[PROCEDURE].options.language.of.find((spoken) => spoken === locale);
    if (language !== undefined) beginWith({ language }, PROCEDURE);
  }, [locale]);
  return <PlainFields procedure={PROCEDURE} context={context} without={[...(given.audio === undefined ? [] : ['language', 'voice']), ...(given.audio === undefined && given.face?.kind !== 'video' ? [] : ['seconds'])]} asked={{ label: t('said'), placeholder: t('saidHint') }} />;
}
