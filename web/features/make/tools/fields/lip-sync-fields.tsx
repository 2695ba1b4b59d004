'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { definitionOf, unusedOf } from '@src/creation/procedures/params.shared';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { kindsOf } from '@/features/make/create/draft/draft-request';
import { beginWith, useFormState } from '@/features/make/create/draft/draft-store';
import { PlainFields } from './declared-fields';

const PROCEDURE = 'lipSync.createLipSyncTask';

/**
 * The fields of Lip sync. A video or recording brings its own length. The text is spoken in the page's language until
 * the user chooses another.
 */
export function LipSyncFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('tools.lipSync');
  const locale = useLocale();
  const { given } = useFormState(PROCEDURE);
  useEffect(() => {
    const language = definitionOf(PROCEDURE).options.language.values.find((spoken) => spoken === locale);
    if (language !== undefined) beginWith({ language }, PROCEDURE);
  }, [locale]);
  return (
    <PlainFields
      procedure={PROCEDURE}
      context={context}
      without={unusedOf(PROCEDURE, {}, kindsOf(given))}
      promptLabels={{ label: t('prompt'), placeholder: t('placeholder') }}
    />
  );
}
