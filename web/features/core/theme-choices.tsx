'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { chooseTheme, themeChoice, type ThemeChoice } from '@/lib/theme/theme';

const ORDER = ['system', 'dark', 'light'] as const;

/** The three theme choices, the current one and a setter. Browser only. */
export function useThemeChoice() {
  const t = useTranslations('common.theme');
  const [value, setValue] = useState<ThemeChoice>(themeChoice);
  return {
    label: t('label'),
    value,
    choices: ORDER.map((choice) => ({ value: choice, label: t(choice) })),
    choose: (choice: ThemeChoice) => {
      chooseTheme(choice);
      setValue(choice);
    },
  };
}
