'use client';

import { Moon, Sparkles, Sun, SunMoon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from '@/i18n/navigation';
import { chooseTheme } from '@/lib/theme/theme';
import { CommandPalette } from '@/ui/command-palette';
import { AREAS } from './areas';

/** Goes anywhere and changes the theme, by name. */
export default function Palette({ open, onOpenChange }: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('common');
  const router = useRouter();
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      title={t('search.label')}
      placeholder={t('search.placeholder')}
      empty={t('search.empty')}
      groups={[
        { heading: t('search.go'), commands: AREAS.map((area) => ({ id: `go-${area.id}`, label: t(`areas.${area.id}Long`), icon: area.icon, run: () => router.push(area.href) })) },
        { heading: t('search.make'), commands: [{ id: 'surprise', label: t('surprise'), icon: Sparkles, run: () => router.push('/image?surprise=1') }] },
        {
          heading: t('theme.label'),
          commands: [
            { id: 'theme-dark', label: t('theme.dark'), icon: Moon, keywords: [t('theme.label')], run: () => chooseTheme('dark') },
            { id: 'theme-light', label: t('theme.light'), icon: Sun, keywords: [t('theme.label')], run: () => chooseTheme('light') },
            { id: 'theme-system', label: t('theme.system'), icon: SunMoon, keywords: [t('theme.label')], run: () => chooseTheme('system') },
          ],
        },
      ]}
    />
  );
}
