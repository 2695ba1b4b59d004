'use client';

import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { ADMIN_LINKS } from '@/features/core/nav-links';
import { Link } from '@/i18n/navigation';
import { useOffer } from '@/lib/data/billing';
import { trpc } from '@/lib/trpc/client';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Icon, type LucideIcon } from '@/ui/icon';
import { Notice } from '@/ui/content/states';
import { AdminGate } from './admin-gate';
import { OptionalModels } from './optional-models';

/** The message key of each page's description. */
const LEADS = {
  engines: 'engines.lead',
  analytics: 'analytics.lead',
  catalogue: 'catalogue.lead',
  works: 'works.lead',
  reports: 'reports.lead',
  moderation: 'moderation.lead',
  messages: 'messages.lead',
  mails: 'mail.lead',
  log: 'log.lead',
} as const satisfies Readonly<Record<Exclude<(typeof ADMIN_LINKS)[number]['id'], 'admin'>, string>>;

/** Links to the administration pages. */
export function AdminPage() {
  const t = useTranslations('admin');
  const names = useTranslations('common.areas');
  return (
    <AdminGate title={t('title')} lead={t('lead')}>
      <DataProvider>
        <Advice />
      </DataProvider>
      <ul className="grid gap-3 sm:grid-cols-2">
        {ADMIN_LINKS.map((place) =>
          place.id === 'admin' ? null : (
            <li key={place.id}>
              <Link href={place.href} className={CARD}>
                <Face icon={place.icon} title={names(`${place.id}Long`)} lead={t(LEADS[place.id])} />
              </Link>
            </li>
          ),
        )}
        <DataProvider>
          <SandboxPlace />
        </DataProvider>
      </ul>
      <DataProvider>
        <OptionalModels />
      </DataProvider>
    </AdminGate>
  );
}

/** Configuration problems that the server found for this request. */
function Advice() {
  const t = useTranslations('admin');
  const { data } = useQuery(
    trpc.installation.advice.queryOptions(undefined, { staleTime: 60_000, meta: { skipErrorChain: true } }),
  );
  return data?.untrustedProxy === true ? <Notice tone="warning">{t('untrustedProxy')}</Notice> : null;
}

/**
 * Links to the payment sandbox, where the operator simulates payments and moves time forward. The server renders that
 * page.
 */
function SandboxPlace() {
  const t = useTranslations('admin.sandbox');
  const locale = useLocale();
  const { data: offer } = useOffer();
  if (offer?.isSandbox !== true) return null;
  return (
    <li>
      <a href={`/api/sandbox?language=${locale}`} className={CARD}>
        <Face icon={FlaskConical} title={t('title')} lead={t('lead')} />
      </a>
    </li>
  );
}

const CARD =
  'flex h-full items-start gap-3.5 rounded-panel bg-surface-1 p-5 transition-colors quick hover:bg-surface-2';

function Face({ icon, title, lead }: { readonly icon: LucideIcon; readonly title: string; readonly lead: string }) {
  return (
    <>
      <span className="grid size-[38px] shrink-0 place-items-center rounded-control bg-surface-3">
        <Icon of={icon} />
      </span>
      <span className="grid gap-1">
        <span className="text-lg font-strong tracking-title">{title}</span>
        <span className="text-sm text-ink-2">{lead}</span>
      </span>
    </>
  );
}
