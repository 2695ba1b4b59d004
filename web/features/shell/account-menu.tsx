'use client';

import { Coins, LayoutGrid } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from '@/i18n/navigation';
import { useVisitor } from '@/lib/session/store';
import { Menu, MenuItem, MenuNote, MenuSeparator } from '@/ui/menu';
import { CREATIONS, CREDITS } from './areas';
import type { LazyPartProps } from './lazy';

export default function AccountMenu({ trigger }: LazyPartProps) {
  const t = useTranslations('common');
  const router = useRouter();
  const visitor = useVisitor();
  return (
    <Menu label={t('account.label')} trigger={trigger(() => undefined)} defaultOpen>
      <MenuNote>{visitor.status === 'ready' && visitor.user.email !== undefined ? <bdi>{visitor.user.email}</bdi> : t('account.visitor')}</MenuNote>
      <MenuSeparator />
      <MenuItem icon={LayoutGrid} onSelect={() => router.push(CREATIONS.href)}>
        {t('areas.creationsLong')}
      </MenuItem>
      <MenuItem icon={Coins} onSelect={() => router.push(CREDITS.href)}>
        {t('account.statement')}
      </MenuItem>
    </Menu>
  );
}
