'use client';

import { ShieldAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useIsAdmin, useIsFinance } from '@/features/core/use-account';
import { Link } from '@/i18n/navigation';
import { useVisitor } from '@/lib/session/store';
import { buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';

interface AdminGateProps {
  readonly title: string;
  readonly lead?: string;
  /** Whether finance may open the page too. */
  readonly alsoFinance?: boolean;
  readonly children: ReactNode;
}

/**
 * The frame of an administrator's page. Others see that they have no access. The server checks the role at every call
 * too.
 */
export function AdminGate({ title, lead, alsoFinance = false, children }: AdminGateProps) {
  const t = useTranslations('admin');
  const session = useVisitor();
  const isAdmin = useIsAdmin();
  const isFinance = useIsFinance();
  const isLetIn = isAdmin || (alsoFinance && isFinance);
  return (
    <div className="mx-auto grid w-full max-w-[1024px] gap-4 px-3 pt-3 pb-24">
      <div className="grid gap-1 pb-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{title}</h1>
        {lead === undefined ? null : <p className="max-w-[64ch] text-sm text-ink-2">{lead}</p>}
      </div>
      {session.status === 'loading' ? <Skeleton className="h-40" /> : null}
      {session.status !== 'loading' && !isLetIn ? (
        <Card>
          <ErrorState
            icon={ShieldAlert}
            title={t('denied')}
            actions={
              <Link href="/home" className={buttonStyle()}>
                {t('home')}
              </Link>
            }
          >
            {t('deniedText')}
          </ErrorState>
        </Card>
      ) : null}
      {isLetIn ? children : null}
    </div>
  );
}
