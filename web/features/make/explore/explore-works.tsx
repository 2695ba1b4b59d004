'use client';

import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { OWN_FEEDS, type ExploreFacts, type SearchPage } from '@src/creation/explore/explore.shared';
import { defined } from '@src/kernel/defined.shared';
import { Works } from '@/features/make/home/gallery';
import { GALLERY } from '@/features/make/home/showcase';
import { Link } from '@/i18n/navigation';
import { Badge } from '@/ui/content/badge';
import { buttonStyle } from '@/ui/button';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/content/states';
import { ExploreFeed } from './explore-feed';
import { SearchBox } from './search-box';
import { SearchFeed } from './search-feed';
import { filterOf, KINDS, ordersOf, queryOf, tagsOf, TOOLS, worksIn, type FeedPlace, type Filter } from './works';

const TAGS = tagsOf(GALLERY);

function Chip({
  at,
  to,
  here,
  children,
}: {
  readonly at: FeedPlace;
  readonly to: Filter;
  readonly here: boolean;
  readonly children: string;
}) {
  return (
    <Link
      href={{ pathname: at, query: queryOf(to) }}
      replace
      scroll={false}
      prefetch={false}
      aria-current={here ? 'true' : undefined}
      className={cx(
        'inline-flex h-8 shrink-0 items-center rounded-full px-3 text-sm whitespace-nowrap transition-colors quick',
        here
          ? 'bg-invert font-medium text-ink-on-invert'
          : 'bg-surface-2 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
      )}
    >
      {children}
    </Link>
  );
}

/** Filters and posts; samples of a kind and a style while there are no posts. The address holds the filter. */
export function ExploreWorks({ at, facts }: { readonly at: FeedPlace; readonly facts: ExploreFacts | undefined }) {
  const t = useTranslations('explore');
  const orders = useTranslations('explore.orders');
  const filter = filterOf(useSearchParams(), at);
  const { kind, tag, order, tool, text } = filter;
  const isOwn = OWN_FEEDS.some((one) => one === order);
  // The address of a style names samples.
  const hasPosts = tag === undefined && facts !== undefined && facts.page.works.length > 0;
  return (
    <>
      <SearchBox at={at} kind={kind} {...defined({ text })} />
      <nav aria-label={t('filters')} className="grid gap-2.5">
        {text === undefined ? (
          <div role="group" aria-label={orders('label')} className="flex flex-wrap gap-1.5">
            {ordersOf(at).map((one) => (
              <Chip
                at={at}
                key={one}
                to={one === 'new' ? { kind, ...defined({ tag, tool }) } : { ...filter, order: one }}
                here={one === (order ?? 'new')}
              >
                {orders(one)}
              </Chip>
            ))}
          </div>
        ) : null}
        {isOwn ? null : (
          <div role="group" aria-label={t('kinds')} className="flex flex-wrap gap-1.5">
            {KINDS.map((one) => (
              <Chip
                at={at}
                key={one}
                to={{ kind: one, ...defined({ order, tag, text }) }}
                here={tool === undefined && one === kind}
              >
                {t(one)}
              </Chip>
            ))}
          </div>
        )}
        {isOwn || text !== undefined ? null : <ToolChips at={at} filter={filter} />}
      </nav>
      {text === undefined ? (
        <ExploreFeed filter={filter} facts={facts} />
      ) : (
        <SearchFeed at={at} filter={filter} first={searchedIn(facts, filter)} />
      )}
      {at === '/all' || isOwn || tool !== undefined || text !== undefined || hasPosts ? null : (
        <Samples filter={filter} />
      )}
    </>
  );
}

/** The page that the server rendered, if it is that of this search. */
function searchedIn(facts: ExploreFacts | undefined, { kind, text }: Filter): SearchPage | undefined {
  const isServed = facts !== undefined && facts.text === text && (facts.kind ?? 'all') === kind;
  return isServed ? { isNear: false, ...facts.page } : undefined;
}

/** The tools of posts, in one row that scrolls. */
function ToolChips({ at, filter }: { readonly at: FeedPlace; readonly filter: Filter }) {
  const t = useTranslations('explore');
  const names = useTranslations('tools.names');
  const { order, tool } = filter;
  return (
    <div role="group" aria-label={t('tools')} className="flex gap-1.5 overflow-x-auto">
      <Chip at={at} to={{ kind: filter.kind, ...defined({ order, tag: filter.tag }) }} here={tool === undefined}>
        {t('anyTool')}
      </Chip>
      {TOOLS.map(({ procedure, id }) => (
        <Chip
          key={procedure}
          at={at}
          to={{ kind: 'all', tool: procedure, ...defined({ order }) }}
          here={tool === procedure}
        >
          {names(id)}
        </Chip>
      ))}
    </div>
  );
}

/** The samples of the engine, of a kind and a style. */
function Samples({ filter }: { readonly filter: Filter }) {
  const t = useTranslations('explore');
  const styles = useTranslations('image.styles');
  const { kind, tag } = filter;
  const works = worksIn(GALLERY, filter);
  return (
    <section aria-labelledby="samples-title" className="grid gap-4 pt-4">
      <div className="grid gap-2">
        <h2 id="samples-title" className="text-xl leading-title font-strong tracking-title">
          {t('samples')}
        </h2>
        <p className="max-w-[70ch] text-ink-2">{t('lede')}</p>
      </div>
      <nav aria-label={t('styles')} className="flex flex-wrap gap-1.5">
        <Chip at="/explore" to={{ kind, ...defined({ order: filter.order }) }} here={tag === undefined}>
          {t('anyStyle')}
        </Chip>
        {TAGS.map((one) => (
          <Chip key={one} at="/explore" to={{ ...filter, tag: one }} here={one === tag}>
            {styles(one)}
          </Chip>
        ))}
      </nav>
      <p role="status" className="num text-sm text-ink-3">
        {t('shown', { count: works.length })}
      </p>
      {works.length === 0 ? (
        <EmptyState
          title={t('none')}
          actions={
            <Link href="/explore" replace className={buttonStyle()}>
              {t('showAll')}
            </Link>
          }
        >
          {t('noneText')}
        </EmptyState>
      ) : (
        <Works works={works} badge={<Badge tone="media">{t('sample')}</Badge>} />
      )}
    </section>
  );
}
