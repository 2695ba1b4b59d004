'use client';

import { Repeat2, UserRound } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import type { WorkView } from '@src/creation/publishing/work.view.shared';
import { draftOf, queryOf } from '@/features/make/create/draft/draft';
import { toolOf } from '@/features/make/create/form/tools';
import { mainRole } from '@/features/make/create/draft/draft-request';
import { TagName } from '@/features/make/explore/tag-name';
import type { TagTexts } from '@/features/make/explore/tag-text';
import { useIsAdmin } from '@/features/core/use-account';
import { Link } from '@/i18n/navigation';
import { contentMarks } from '@/lib/analytics/marks';
import { DataProvider } from '@/lib/trpc/data-provider';
import { buttonStyle } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';
import { VideoPlayer } from '@/ui/media/video-player';
import { ReportButton } from './report-button';
import { StatusBadge } from './status-badge';

const WorkMarks = dynamic(() => import('./work-marks'), { ssr: false });
const WorkLineage = dynamic(() => import('./work-lineage'), { ssr: false });
const RemoveWork = dynamic(() => import('./remove-work'), { ssr: false });

/** The page of a published work, with its remix. */
export function WorkPage({ work, tags }: { readonly work: WorkView; readonly tags: TagTexts }) {
  const upright = work.height > work.width;
  return (
    <article
      {...(work.authorId === undefined ? {} : contentMarks({ id: work.id, author: work.authorId, tags: work.tags }))}
      className={cx(
        'mx-auto grid w-full max-w-[1240px] items-start gap-6 px-3 pt-3 pb-24 max-md:gap-5',
        upright ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]' : 'md:grid-cols-[minmax(0,1.8fr)_minmax(260px,1fr)]',
      )}
    >
      <Shown work={work} />
      <About work={work} tags={tags} />
    </article>
  );
}

function Shown({ work }: { readonly work: WorkView }) {
  const ratio = `${work.width} / ${work.height}`;
  // At most the height of the window, beside the text.
  const widest = `calc(82dvh * ${work.width} / ${work.height})`;
  return (
    <Media ratio={ratio} widest={widest} className="w-full justify-self-center rounded-media">
      {work.type !== 'image/png' ? (
        <VideoPlayer
          src={work.url}
          poster={`${work.url}?w=1024`}
          label={work.title}
          ratio={ratio}
          autoPlay
          sound
          className={`absolute inset-0 size-full ${work.type === 'video/webm' ? 'checkers' : ''}`}
        />
      ) : (
        <ImageFrame
          src={work.url}
          srcSet={`${work.url}?w=640 640w, ${work.url}?w=1024 1024w, ${work.url} ${work.width}w`}
          sizes="(max-width: 760px) 96vw, 780px"
          alt={work.title}
          priority
        />
      )}
    </Media>
  );
}

function About({ work, tags }: { readonly work: WorkView; readonly tags: TagTexts }) {
  const t = useTranslations('works.page');
  const format = useFormatter();
  const isAdmin = useIsAdmin();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:pt-2">
      <header className="grid gap-2.5">
        {work.status === 'published' ? null : (
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
            <StatusBadge status={work.status} />
            {t('notPublic')}
          </p>
        )}
        <h1 dir="auto" className="text-2xl leading-tight font-strong tracking-title text-balance wrap-anywhere">
          {work.title}
        </h1>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
          <span className="grid size-7 place-items-center rounded-full bg-surface-3">
            <Icon of={UserRound} size="s" />
          </span>
          {work.authorId === undefined ? (
            <bdi className="font-medium text-ink-1">{work.author ?? t('nameless')}</bdi>
          ) : (
            <Link href={`/u/${work.authorId}`} prefetch={false} className="font-medium text-ink-1 hover:underline">
              <bdi>{work.author ?? t('nameless')}</bdi>
            </Link>
          )}
          {work.publishedAt === undefined ? null : (
            // Rendered on the server, which does not know the reader's time zone. Everyone sees the same day.
            <time dateTime={new Date(work.publishedAt).toISOString()} className="num text-ink-3">
              {format.dateTime(work.publishedAt, { dateStyle: 'medium', timeZone: 'UTC' })}
            </time>
          )}
        </p>
      </header>
      {work.status === 'published' ? <WorkMarks id={work.id} /> : null}
      {work.prompt === undefined ? null : (
        <section aria-label={t('prompt')} className="grid gap-1.5 rounded-panel bg-surface-1 p-4">
          <h2 className="text-sm font-medium text-ink-2">{t('prompt')}</h2>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {work.prompt}
          </p>
        </section>
      )}
      {work.remix === undefined ? null : <Remix id={work.id} remix={work.remix} />}
      {work.tags.length === 0 ? null : <Tags tags={work.tags} texts={tags} />}
      {work.status === 'published' ? <WorkLineage id={work.id} /> : null}
      {work.mine ? (
        <Link
          href={{ pathname: '/creations', query: { task: work.id.replace(/-\d$/, '') } }}
          className={cx(buttonStyle({ tone: 'plain' }), 'justify-self-start')}
        >
          {t('manage')}
        </Link>
      ) : null}
      {work.status === 'published' && !work.mine ? (
        <ReportButton label={t('report')} of={{ kind: work.media, workId: work.id }} />
      ) : null}
      {isAdmin && work.status === 'published' ? <RemoveWork id={work.id} /> : null}
    </div>
  );
}

function Tags({ tags, texts }: { readonly tags: WorkView['tags']; readonly texts: TagTexts }) {
  const t = useTranslations('works.page');
  return (
    <DataProvider>
      <ul aria-label={t('tags')} className="flex flex-wrap gap-1.5">
        {tags.map((tag) => (
          <li key={tag}>
            <Link
              href={{ pathname: '/tag-detail', query: { tag } }}
              prefetch={false}
              className="inline-flex min-h-8 items-center rounded-full bg-surface-2 px-3 text-sm text-ink-2 transition-colors quick hover:bg-surface-3 hover:text-ink-1"
            >
              <TagName tag={tag} text={texts[tag] ?? tag} />
            </Link>
          </li>
        ))}
      </ul>
    </DataProvider>
  );
}

/** Opens the form of the work's procedure with its settings. The owner's input files stay private. */
function Remix({ id, remix }: { readonly id: string; readonly remix: NonNullable<WorkView['remix']> }) {
  const t = useTranslations('works.page');
  const { procedure } = remix;
  return (
    <div className="grid justify-items-start gap-2">
      <Link
        href={{ pathname: toolOf(procedure).href, query: queryOf({ ...draftOf(remix, true), origin: id }, procedure) }}
        className={buttonStyle({ tone: 'invert' })}
      >
        <Icon of={Repeat2} size="s" />
        {t('remix')}
      </Link>
      {remix.surcharge > 0 ? (
        <p className="num text-sm text-ink-2">{t('surcharge', { count: remix.surcharge })}</p>
      ) : null}
      <p className="text-xs text-ink-3">{t(mainRole(procedure) === undefined ? 'remixHelp' : 'remixOwn')}</p>
    </div>
  );
}
