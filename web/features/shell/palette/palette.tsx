'use client';

import {
  Film,
  Folder,
  FolderPlus,
  Image as ImageIcon,
  Languages,
  Lock,
  LogOut,
  Moon,
  Sparkles,
  Sun,
  SunMoon,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { TOOL_ICONS } from '@/features/make/procedures/icons';
import { ALL_TOOLS, type Tool } from '@/features/make/create/form/tools';
import { LateWords } from '@/i18n/late-words';
import { usePathname, useRouter } from '@/i18n/navigation';
import { PALETTE_AREAS } from '@/i18n/page-areas';
import { askAgain } from '@/lib/analytics/consent';
import { useAllProjects } from '@/lib/data/projects';
import { useTasks } from '@/lib/data/tasks';
import { openPopup } from '@/lib/popups/queue';
import { chooseTheme } from '@/lib/theme/theme';
import { DataProvider } from '@/lib/trpc/data-provider';
import { CommandPalette, type PaletteCommand } from '@/ui/overlay/command-palette';
import { AREAS, type Area } from '@/features/core/areas';
import { useLanguageChoice } from '@/features/core/language-choices';
import {
  ACCOUNT,
  BILLING,
  CONTACT,
  NOTIFICATIONS,
  PRIVACY,
  PROFILE,
  API,
  REFER,
  REWARDS,
  SIGN_IN,
  SIGN_UP,
  TERMS,
  TRUST,
  type NavLink,
} from '@/features/core/nav-links';
import { useAccount } from '@/features/core/use-account';
import { useRoleLinks } from '../menus/use-role-links';
import { useSignOut } from '@/features/core/use-sign-out';

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Number of recent creations on offer. */
const RECENT = 6;

/** Finds pages, recent creations and menu actions by name. */
export default function Palette(props: PaletteProps) {
  return (
    <LateWords areas={PALETTE_AREAS}>
      <DataProvider>
        <Commands {...props} />
      </DataProvider>
    </LateWords>
  );
}

function useRecent(): readonly PaletteCommand[] {
  const t = useTranslations('common');
  const router = useRouter();
  const { tasks } = useTasks();
  return tasks
    .slice(0, RECENT)
    .map(({ id, media, input: { prompt } }) => ({
      id: `creation-${id}`,
      label: prompt === '' ? t(media === 'video' ? 'search.film' : 'search.picture') : prompt,
      keywords: [t('search.recent')],
      icon: media === 'video' ? Film : ImageIcon,
      run: () => router.push({ pathname: '/creations', query: { task: id } }),
    }));
}

/** Tools that the navigation areas already name. */
const IN_AREAS: readonly Tool['id'][] = ['text', 'film', 'short'];

/** All tools by the name of their page, also found by description and synonyms. */
function useTools(): readonly PaletteCommand[] {
  const t = useTranslations('tools');
  const router = useRouter();
  return ALL_TOOLS.filter(({ id }) => !IN_AREAS.includes(id)).map(({ id, href }) => {
    // Not every tool has synonyms.
    const others = `keywords.${id}` as 'keywords.upscale';
    return {
      id: `tool-${id}`,
      label: t(`names.${id}`),
      ...(t.has(others) ? { keywords: [t(others)] } : {}),
      about: t(`lines.${id}`),
      icon: TOOL_ICONS[id],
      run: () => router.push(href),
    };
  });
}

/** The command for a new project, and the existing named ones. */
function useProjects(): readonly PaletteCommand[] {
  const t = useTranslations('common');
  const router = useRouter();
  const { projects } = useAllProjects();
  const show = (id: string): void => router.push(`/projects/${id}`);
  return [
    {
      id: 'new-project',
      label: t('search.newProject'),
      icon: FolderPlus,
      run: () => openPopup('nameProject', { onCreated: show }),
    },
    ...projects.flatMap(({ id, name }) =>
      name === undefined
        ? []
        : [{ id: `project-${id}`, label: name, keywords: [t('areas.projects')], icon: Folder, run: () => show(id) }],
    ),
  ];
}

function Commands({ open, onOpenChange }: PaletteProps) {
  const t = useTranslations('common');
  const router = useRouter();
  const path = usePathname();
  const account = useAccount();
  const places = useRoleLinks();
  const language = useLanguageChoice();
  const leave = useSignOut();
  const recent = useRecent();
  const projects = useProjects();
  const tools = useTools();
  const isMember = account.kind === 'user';
  const go = (place: Area | NavLink): PaletteCommand => {
    // Not every page has synonyms.
    const others = `search.also.${place.id}` as 'search.also.billing';
    return {
      id: `go-${place.id}`,
      label: t(`areas.${place.id}Long`),
      ...(t.has(others) ? { keywords: [t(others)] } : {}),
      icon: place.icon,
      run: () => router.push(place.href),
    };
  };
  const contact: PaletteCommand = {
    ...go(CONTACT),
    run: () => (path === CONTACT.href ? undefined : openPopup('contactUs', {})),
  };
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      title={t('search.label')}
      placeholder={t('search.placeholder')}
      empty={t('search.empty')}
      groups={[
        { heading: t('search.go'), commands: [...AREAS, NOTIFICATIONS].map(go) },
        ...(recent.length === 0 ? [] : [{ heading: t('search.recent'), commands: recent }]),
        { heading: t('areas.projects'), commands: projects },
        {
          heading: t('search.make'),
          commands: tools.concat({
            id: 'surprise',
            label: t('surprise'),
            icon: Sparkles,
            run: () => router.push('/image?surprise=1'),
          }),
        },
        {
          heading: t('search.account'),
          commands: [
            ...(isMember ? [ACCOUNT, PROFILE, BILLING] : [SIGN_UP, SIGN_IN]).map(go),
            go(REWARDS),
            go(REFER),
            go(API),
            contact,
            { id: 'privacy', label: t('account.privacy'), icon: Lock, run: askAgain },
            go(TERMS),
            go(PRIVACY),
            go(TRUST),
            ...places.map(go),
            ...(isMember
              ? [{ id: 'sign-out', label: t('account.signOut'), icon: LogOut, run: () => void leave() }]
              : []),
          ],
        },
        {
          heading: t('language.label'),
          commands: language.choices
            .filter(({ value }) => value !== language.value)
            .map(({ value, label }) => ({
              id: `language-${value}`,
              label,
              icon: Languages,
              keywords: [t('language.label')],
              run: () => language.choose(value),
            })),
        },
        {
          heading: t('theme.label'),
          commands: [
            {
              id: 'theme-dark',
              label: t('theme.dark'),
              icon: Moon,
              keywords: [t('theme.label')],
              run: () => chooseTheme('dark'),
            },
            {
              id: 'theme-light',
              label: t('theme.light'),
              icon: Sun,
              keywords: [t('theme.label')],
              run: () => chooseTheme('light'),
            },
            {
              id: 'theme-system',
              label: t('theme.system'),
              icon: SunMoon,
              keywords: [t('theme.label')],
              run: () => chooseTheme('system'),
            },
          ],
        },
      ]}
    />
  );
}
