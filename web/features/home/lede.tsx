'use client';

import { useTranslations } from 'next-intl';
import { useVisitor } from '@/lib/session/store';

/** What one may count on: without an account, or with one. */
export function Lede() {
  const t = useTranslations('home');
  const visitor = useVisitor();
  const isMember = visitor.status === 'ready' && visitor.user.email !== undefined;
  return <p className="max-w-[46ch] text-lede text-ink-2">{isMember ? t('ledeMember') : t('lede')}</p>;
}
