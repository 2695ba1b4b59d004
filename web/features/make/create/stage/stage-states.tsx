'use client';

import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { requestRelogin } from '@/lib/session/relogin';
import { useVisitor } from '@/lib/session/store';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { PressNote, type PressUnderway } from '../press/press-note';
import { ErrorState } from '@/ui/content/states';

/** The stage's box. */
export const boxStyle = 'rounded-stage bg-surface-1 p-[18px] max-md:rounded-media max-md:p-3';

/** A placeholder while the visitor's tasks load. */
export function StageLoading() {
  const t = useTranslations('common');
  const visitor = useVisitor();
  if (visitor.status === 'failed' || visitor.status === 'signed-out') return <NoSession />;
  return (
    <div role="status" aria-label={t('loading')} className={`grid gap-4 ${boxStyle}`}>
      <Skeleton className="h-5 w-56" />
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="mx-auto aspect-square w-full max-w-[min(62vh,720px)] rounded-media max-md:max-w-none" />
      <Skeleton className="h-1.5 w-full" />
    </div>
  );
}

/** A pressed creation that waits for the session, the price or the network. */
export function StageStarting({ creating, prompt }: { readonly creating: PressUnderway; readonly prompt: string }) {
  const t = useTranslations('common.press');
  return (
    <section aria-label={t('starting')} data-status="starting" className={`grid gap-4 ${boxStyle}`}>
      {prompt.trim() === '' ? null : (
        <h1 className="text-lg leading-snug font-strong tracking-title">
          <bdi className="line-clamp-2">{prompt}</bdi>
        </h1>
      )}
      <PressNote creating={creating} />
      <div className="relative mx-auto aspect-square w-full max-w-[min(62vh,720px)] overflow-hidden rounded-media bg-surface-2 max-md:max-w-none">
        <span aria-hidden className="absolute inset-0 sheen motion-reduce:hidden" />
      </div>
    </section>
  );
}

/** The error that keeps the stage empty, with a retry button. */
function StageError({
  title,
  retry,
  onRetry,
  children,
}: {
  readonly title: string;
  readonly retry: string;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className={`${boxStyle} grid min-h-80 place-items-center`}>
      <ErrorState
        level={1}
        title={title}
        actions={
          <Button icon={<Icon of={RotateCcw} size="s" />} onClick={onRetry}>
            {retry}
          </Button>
        }
      >
        {children}
      </ErrorState>
    </div>
  );
}

function NoSession() {
  const t = useTranslations('image.noSession');
  return (
    <StageError title={t('title')} retry={t('retry')} onRetry={requestRelogin}>
      {t('text')}
    </StageError>
  );
}

export function StageTrouble({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('image.failedToLoad');
  return (
    <StageError title={t('title')} retry={t('retry')} onRetry={onRetry}>
      {t('text')}
    </StageError>
  );
}
