'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { definitionOf, unusedOf } from '@src/creation/procedures/params.shared';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { kindsOf } from '@/features/make/create/draft/draft-request';
import { beginWith, useFormState } from '@/features/make/create/draft/draft-store';
import { PlainFields } from './declared-fields';

const PROCEDURE = 'lipSync.createLipSyncTask';

/** What is asked for a face that speaks: a video and a recording have a length of their own. The words are said in the page's language until another is chosen. */
export function LipSyncFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('tools.lipSync');
  const locale = useLocale();
  const { given } = useFormState(PROCEDURE);
  useEffect(() => {
    const language = definitionOf(PROCEDURE).options.language.values.find((spoken) => spoken === locale);
    if (language !== undefined) beginWith({ language }, PROCEDURE);
  }, [locale]);
  return <PlainFields procedure={PROCEDURE} context={context} without={unusedOf(PROCEDURE, {}, kindsOf(given))} promptLabels={{ label: t('prompt'), placeholder: t('placeholder') }} />;
}
