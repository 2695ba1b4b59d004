'use client';

import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { Link, useRouter } from '@/i18n/navigation';
import { useCatalogue } from '@/lib/data/account';
import { useSelectedProject } from '@/lib/data/projects';
import { selectProject } from '@/lib/data/selected-project';
import { isMissing } from '@/lib/errors/failure';
import { requestRelogin } from '@/lib/session/relogin';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';

const Board = dynamic(() => import('./board/board'), { ssr: false, loading: () => <BoardLoading /> });

/** A placeholder while the board loads. */
function BoardLoading() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-label={t('loading')} className="absolute inset-0 grid place-items-center p-6">
      <div className="flex flex-wrap items-center justify-center gap-10">
        <Skeleton className="h-36 w-60 rounded-media" />
        <Skeleton className="h-56 w-72 rounded-media max-md:hidden" />
        <Skeleton className="h-56 w-72 rounded-media max-lg:hidden" />
      </div>
    </div>
  );
}

/** The requested board: of the project in the address, else of the project that receives new creations. */
function Opened() {
  const t = useTranslations('canvas.failed');
  const router = useRouter();
  const requestedId = useSearchParams().get('project') ?? undefined;
  const { selected } = useSelectedProject();
  const visitor = useVisitor();
  const projectId = requestedId ?? selected?.id;
  // A node needs a model, so wait for the catalogue.
  const catalogue = useCatalogue();
  const { data, isError, error, refetch } = useQuery(
    trpc.board.get.queryOptions(
      { projectId: projectId ?? '' },
      {
        enabled: visitor.status === 'ready' && projectId !== undefined,
        staleTime: 0,
        gcTime: 0,
        retry: 1,
        meta: { skipErrorChain: true },
      },
    ),
  );
  useEffect(() => {
    // The next creation in easy mode goes to the project that was open last.
    if (requestedId !== undefined && data !== undefined) selectProject(data.projectId);
  }, [requestedId, data]);
  const isOut = visitor.status === 'failed' || visitor.status === 'signed-out';
  if (isOut || (isError && data === undefined) || (catalogue.isError && catalogue.data === undefined)) {
    return (
      <div className="absolute inset-0 grid place-items-center p-6">
        {isMissing(error, 'PROJECT_NOT_FOUND') && !isOut ? (
          <EmptyState
            level={1}
            title={t('gone')}
            actions={
              <Link href="/canvas" className={buttonStyle({ tone: 'invert' })}>
                {t('other')}
              </Link>
            }
          >
            {t('goneText')}
          </EmptyState>
        ) : (
          <ErrorState
            level={1}
            title={t('title')}
            actions={
              <Button
                icon={<Icon of={RotateCcw} size="s" />}
                onClick={() => (isOut ? requestRelogin() : void Promise.all([refetch(), catalogue.refetch()]))}
              >
                {t('retry')}
              </Button>
            }
          >
            {t('text')}
          </ErrorState>
        )}
      </div>
    );
  }
  if (data === undefined || catalogue.data === undefined) return <BoardLoading />;
  return (
    <Board
      key={data.projectId}
      view={data}
      onProject={(id) => router.replace({ pathname: '/canvas', query: { project: id } })}
    />
  );
}

/** Canvas mode: a project's infinite board, on which the result of one creation feeds the next. */
export function CanvasPage() {
  return (
    <div className="relative isolate h-[calc(100dvh-var(--topbar)-var(--told)-12px)] min-h-[520px] overflow-hidden rounded-stage bg-surface-1/40 ring-1 ring-line md:me-3 max-md:h-[calc(100dvh-var(--topbar)-var(--told)-var(--tabbar))] max-md:rounded-none">
      <Opened />
    </div>
  );
}
