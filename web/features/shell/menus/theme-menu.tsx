'use client';

import { Menu, MenuChoices } from '@/ui/overlay/menu';
import type { LazyPartProps } from '../lazy';
import { useThemeChoice } from '@/features/core/theme-choices';

export default function ThemeMenu({ trigger }: LazyPartProps) {
  const { label, value, choices, choose } = useThemeChoice();
  return (
    <Menu label={label} trigger={trigger(() => undefined)} defaultOpen>
      <MenuChoices value={value} choices={choices} onChange={choose} />
    </Menu>
  );
}
