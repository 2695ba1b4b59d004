'use client';

import { useTranslations } from 'next-intl';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { PlainFields } from './declared-fields';

/** The fields of Product photo. The prompt describes the background; without one, the product stands in a studio. */
export function PromoFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('tools.promo');
  return (
    <PlainFields
      procedure="template2Image.productPromotionalImage"
      context={context}
      promptLabels={{ label: t('prompt'), placeholder: t('placeholder'), help: t('promptHelp') }}
    />
  );
}
