'use client';

import { useTranslations } from 'next-intl';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { PlainFields } from './declared-fields';

/** An image and the instruction that changes it. */
export function InstructFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('tools.instruct');
  return (
    <PlainFields
      procedure="imageTools.editByInstruction"
      context={context}
      promptLabels={{ label: t('label'), placeholder: t('placeholder') }}
    />
  );
}
