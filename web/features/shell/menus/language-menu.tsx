'use client';

import { useTranslations } from 'next-intl';
import { Menu, MenuChoices } from '@/ui/overlay/menu';
import { useLanguageChoice } from '@/features/core/language-choices';
import type { LazyPartProps } from '../lazy';

export default function LanguageMenu({ trigger }: LazyPartProps) {
  const t = useTranslations('common.language');
  const { value, choices, choose } = useLanguageChoice();
  return (
    <Menu label={t('label')} trigger={trigger(() => undefined)} defaultOpen>
      <MenuChoices value={value} choices={choices} onChange={choose} />
    </Menu>
  );
}
