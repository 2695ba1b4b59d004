'use client';

import { useTranslations } from 'next-intl';
import { Notice } from '@/ui/content/states';
import type { CreateQuestion } from './use-create';

/** The question before a press is carried out; pressing again confirms. Questions of popups are left out. */
export function PressQuestion({ question }: { readonly question: CreateQuestion }) {
  const t = useTranslations('common.press');
  if (question.kind === 'short' || question.kind === 'not') return null;
  return (
    <Notice tone="info" live className="mb-3">
      {question.kind === 'dearer'
        ? t('dearer', { price: question.price, said: question.said })
        : question.kind === 'late'
          ? t('late')
          : t('someoneElse')}
    </Notice>
  );
}
