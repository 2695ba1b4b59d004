'use client';

import { useTranslations } from 'next-intl';
import { ADMIN_PLACES } from '@/features/shell/places';
import { Link } from '@/i18n/navigation';
import { Icon } from '@/ui/icon';
import { AdminGate } from './admin-gate';

/** Where the line that says what a place is for stands. */
const LEADS = { engines: 'engines.lead', analytics: 'analytics.lead', messages: 'messages.lead', mails: 'mail.lead' } as const;
const leadOf = (id: string) => LEADS[id === 'engines' || id === 'analytics' || id === 'messages' ? id : 'mails'];

/** What an administrator can do, and where. */
export function AdminPage() {
  const t = useTranslations('admin');
  const names = useTranslations('common.areas');
  return (
    <AdminGate title={t('title')} lead={t('lead')}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {ADMIN_PLACES.filter(({ id }) => id !== 'admin').map((place) => (
          <li key={place.id}>
            <Link href={place.href} className="flex h-full items-start gap-3.5 rounded-panel bg-surface-1 p-5 transition-colors quick hover:bg-surface-2">
              <span className="grid size-[38px] shrink-0 place-items-center rounded-control bg-surface-3">
                <Icon of={place.icon} />
              </span>
              <span className="grid gap-1">
                <span className="text-lg font-strong tracking-title">{names(`${place.id}Long`)}</span>
                <span className="text-sm text-ink-2">{t(leadOf(place.id))}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </AdminGate>
  );
}
