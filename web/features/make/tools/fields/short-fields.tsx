'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { definitionOf } from '@src/creation/procedures/params.shared';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { beginWith } from '@/features/make/create/draft/draft-store';
import { PlainFields } from './declared-fields';

const PROCEDURE = 'aiShorts.create';

/** The fields of AI Shorts. The prompt is the script, spoken in the page's language until the user chooses another. */
export function ShortFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('tools.short');
  const locale = useLocale();
  useEffect(() => {
    const language = definitionOf(PROCEDURE).options.language.values.find((spoken) => spoken === locale);
    if (language !== undefined) beginWith({ language }, PROCEDURE);
  }, [locale]);
  return (
    <PlainFields
      procedure={PROCEDURE}
      context={context}
      promptLabels={{ label: t('prompt'), placeholder: t('placeholder') }}
    />
  );
}
