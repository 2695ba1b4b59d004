'use client';

import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { SHOWCASE } from '@/features/home/showcase';
import { requestRelogin } from '@/lib/session/relogin';
import { useVisitor } from '@/lib/session/store';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/skeleton';
import { Media, Picture } from '@/ui/media';
import { EmptyState, ErrorState } from '@/ui/states';
import type { Draft } from './draft';

const boxStyle = 'rounded-stage bg-surface-1 p-[18px] max-md:rounded-media max-md:p-3';

/** The stage's own shape while the visitor's tasks are being asked for. */
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

function NoSession() {
  const t = useTranslations('image.noSession');
  return (
    <div className={`${boxStyle} grid min-h-80 place-items-center`}>
      <ErrorState
        level={1}
        title={t('title')}
        actions={
          <Button icon={<Icon of={RotateCcw} size="s" />} onClick={requestRelogin}>
            {t('retry')}
          </Button>
        }
      >
        {t('text')}
      </ErrorState>
    </div>
  );
}

export function StageTrouble({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('image.failedToLoad');
  return (
    <div className={`${boxStyle} grid min-h-80 place-items-center`}>
      <ErrorState
        level={1}
        title={t('title')}
        actions={
          <Button icon={<Icon of={RotateCcw} size="s" />} onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      >
        {t('text')}
      </ErrorState>
    </div>
  );
}

const EXAMPLES = SHOWCASE.slice(0, 3);

/** Nothing made yet: what to do, with pictures whose words fill the form. */
export function StageEmpty({ onPick }: { readonly onPick: (example: Pick<Draft, 'prompt' | 'style' | 'aspect'>) => void }) {
  const t = useTranslations('image.empty');
  return (
    <div className={`${boxStyle} grid min-h-[min(62vh,560px)] place-items-center`}>
      <div className="grid w-full max-w-[720px] gap-5 py-6">
        <EmptyState level={1} title={t('title')}>
          {t('text')}
        </EmptyState>
        <ul className="grid grid-cols-3 gap-3.5 max-md:gap-2.5">
          {EXAMPLES.map(({ src, blur, prompt, style, aspect }) => (
            <li key={src}>
              <button type="button" onClick={() => onPick({ prompt, style, aspect })} className="group grid w-full gap-2 rounded-panel text-start text-sm text-ink-2 hover:text-ink-1">
                <Media ratio="4 / 5">
                  <Picture src={src} alt="" blur={blur} className="transition-transform duration-300 group-hover:scale-103 motion-reduce:transition-none" />
                </Media>
                <span className="line-clamp-2 first-letter:uppercase">{prompt}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
