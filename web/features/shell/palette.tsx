'use client';

import { Moon, Sparkles, Sun, SunMoon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from '@/i18n/navigation';
import { chooseTheme } from '@/lib/theme/theme';
import { CommandPalette, type PaletteCommand } from '@/ui/command-palette';
import { ACCOUNT, AREAS, SIGN_IN, SIGN_UP, TOOL_PLACES, type Area, type Place } from './areas';
import { useAccount, useRolePlaces } from './use-account';

/** Goes anywhere and changes the theme, by name. */
export default function Palette({ open, onOpenChange }: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('common');
  const router = useRouter();
  const account = useAccount();
  const places = useRolePlaces();
  const go = (place: Area | Place): PaletteCommand => ({ id: `go-${place.id}`, label: t(`areas.${place.id}Long`), icon: place.icon, run: () => router.push(place.href) });
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      title={t('search.label')}
      placeholder={t('search.placeholder')}
      empty={t('search.empty')}
      groups={[
        { heading: t('search.go'), commands: AREAS.map(go) },
        { heading: t('search.make'), commands: [...TOOL_PLACES.map(go), { id: 'surprise', label: t('surprise'), icon: Sparkles, run: () => router.push('/image?surprise=1') }] },
        { heading: t('search.account'), commands: [...(account.kind === 'user' ? [ACCOUNT] : [SIGN_UP, SIGN_IN]), ...places].map(go) },
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
