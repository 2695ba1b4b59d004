'use client';

import { CircleAlert, Info } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import type { WayBack } from './way-back';

/** Nobody has done anything wrong: it is said without alarm. */
const CALM: ReadonlySet<WayBack> = new Set(['cancelled', 'unverified', 'required', 'deleted']);

/** Says why somebody is on the sign-in page again. */
export function WayBackNote({ way }: { readonly way: WayBack }) {
  const t = useTranslations('account.back');
  const calm = CALM.has(way);
  return (
    <p role={calm ? 'status' : 'alert'} className={cx('flex gap-2.5 rounded-card p-3.5 text-sm', calm ? 'bg-surface-2 text-ink-1' : 'bg-danger-soft text-danger')}>
      <Icon of={calm ? Info : CircleAlert} className="mt-px" />
      <span>{t(way)}</span>
    </p>
  );
}
