'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Link } from '@/i18n/navigation';
import { Sheet } from '@/ui/overlay/dialog';
import { Icon } from '@/ui/icon';
import { MAKING } from '@/features/core/areas';
import type { LazyPartProps } from './lazy';
import { TOOL_LINKS } from '@/features/core/nav-links';

/** The creation menu on phones. */
export default function CreateSheet({ trigger }: LazyPartProps) {
  const t = useTranslations('common');
  const [open, setOpen] = useState(true);
  return (
    <>
      {trigger(() => setOpen(true))}
      <Sheet open={open} onOpenChange={setOpen} title={t('createMenu')} closeLabel={t('close')}>
        <ul className="grid gap-1.5">
          {[...MAKING, ...TOOL_LINKS].map((place) => (
            <li key={place.id}>
              <Link
                href={place.href}
                onClick={() => setOpen(false)}
                className="flex min-h-12 items-center gap-3 rounded-group bg-surface-2 px-3.5 text-md"
              >
                <Icon of={place.icon} className="text-ink-2" />
                {t(`areas.${place.id}Long`)}
              </Link>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
