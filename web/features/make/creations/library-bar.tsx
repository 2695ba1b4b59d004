'use client';

import { ArrowDownUp, CalendarDays, Coins, Folder, LayoutGrid, Star, Wand2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { PROCEDURES } from '@src/creation/procedures/params.shared';
import { COSTS, FIND_MAX, RATINGS } from '@src/creation/library/library.shared';
import { toolOf } from '@/features/make/create/form/tools';
import { useProjectName } from '@/features/make/projects/use-project-name';
import { useAllProjects } from '@/lib/data/projects';
import { Button } from '@/ui/button';
import { ChipSelect } from '@/ui/form/chip-select';
import { SearchForm } from '@/ui/form/search-form';
import { Segmented } from '@/ui/form/segmented';
import { Icon } from '@/ui/icon';
import { TILE_SIZES, type TileSize } from './creations-grid';
import { AGES, isFiltered, type LibraryView } from './library-view';

/** Value of a filter that leaves nothing out. No other value is this one. */
const ANY = 'any';
const KINDS = ['all', 'image', 'video'] as const;
const SHELVES = ['library', 'archive', 'trash'] as const;
const SIZES = Object.keys(TILE_SIZES) as readonly TileSize[]; // Object.keys loses the type of the keys

interface BarProps {
  readonly view: LibraryView;
  readonly onChange: (view: LibraryView) => void;
}

/** The view without some of its conditions, and with others. */
function changed(view: LibraryView, without: readonly (keyof LibraryView)[], change: LibraryView): LibraryView {
  const kept = Object.entries(view).filter(([name]) => !without.some((one) => one === name));
  return { ...Object.fromEntries(kept), ...change }; // a view without some of its optional fields is one
}

/** Searches the creations; the address holds the text. */
function SearchField({ view, onChange }: BarProps) {
  const t = useTranslations('creations.library');
  return (
    <SearchForm
      text={view.text ?? ''}
      label={t('search')}
      submit={t('find')}
      maxLength={FIND_MAX}
      onSearch={(text) => onChange(changed(view, ['text'], text === '' ? {} : { text }))}
    />
  );
}

/** Filters creations by project. */
function ProjectFilter({ view, onChange }: BarProps) {
  const t = useTranslations('projects.filter');
  const nameOf = useProjectName();
  const { projects } = useAllProjects();
  if (projects.length < 2) return null;
  return (
    <ChipSelect
      label={t('label')}
      icon={Folder}
      value={view.project ?? ANY}
      choices={[
        { value: ANY, label: t('all') },
        ...projects.map((project) => ({ value: project.id, label: nameOf(project) })),
      ]}
      onChange={(next) => onChange(changed(view, ['project'], next === ANY ? {} : { project: next }))}
    />
  );
}

function Filters({ view, onChange }: BarProps) {
  const t = useTranslations('creations.library');
  const tools = useTranslations('tools.names');
  const pick = <T,>(known: readonly T[], text: string): T | undefined => known.find((one) => String(one) === text);
  const tool = (next: string): LibraryView => {
    const found = pick(PROCEDURES, next);
    return found === undefined ? {} : { tool: found };
  };
  const marks = (next: string): LibraryView => {
    const minRating = pick(RATINGS, next);
    return next === 'favourites' ? { isFavourite: true } : minRating === undefined ? {} : { minRating };
  };
  const cost = (next: string): LibraryView => {
    const found = pick(COSTS, next);
    return found === undefined ? {} : { cost: found };
  };
  const age = (next: string): LibraryView => {
    const found = pick(AGES, next);
    return found === undefined ? {} : { age: found };
  };
  return (
    <>
      <ChipSelect
        label={t('tool')}
        icon={Wand2}
        value={view.tool ?? ANY}
        choices={[
          { value: ANY, label: t('anyTool') },
          ...PROCEDURES.map((one) => ({ value: one, label: tools(toolOf(one).id) })),
        ]}
        onChange={(next) => onChange(changed(view, ['tool'], tool(next)))}
      />
      <ChipSelect
        label={t('marks')}
        icon={Star}
        value={view.isFavourite === true ? 'favourites' : (view.minRating?.toString() ?? ANY)}
        choices={[
          { value: ANY, label: t('anyMark') },
          { value: 'favourites', label: t('favourites') },
          ...RATINGS.map((rating) => ({ value: String(rating), label: t('atLeast', { count: rating }) })),
        ]}
        onChange={(next) => onChange(changed(view, ['isFavourite', 'minRating'], marks(next)))}
      />
      <ChipSelect
        label={t('cost')}
        icon={Coins}
        value={view.cost ?? ANY}
        choices={[
          { value: ANY, label: t('anyCost') },
          ...COSTS.map((one) => ({ value: one, label: t(`costs.${one}`) })),
        ]}
        onChange={(next) => onChange(changed(view, ['cost'], cost(next)))}
      />
      <ChipSelect
        label={t('made')}
        icon={CalendarDays}
        value={view.age?.toString() ?? ANY}
        choices={[
          { value: ANY, label: t('anyTime') },
          ...AGES.map((days) => ({ value: String(days), label: t('days', { count: days }) })),
        ]}
        onChange={(next) => onChange(changed(view, ['age'], age(next)))}
      />
    </>
  );
}

/** Search, filters, order and tile size of the library, and the choice of its shelf. */
export function LibraryBar({
  view,
  onChange,
  size,
  onSize,
  isOneProject,
}: BarProps & {
  readonly size: TileSize;
  readonly onSize: (size: TileSize) => void;
  /** The page of one project: its creations are not filtered by another one. */
  readonly isOneProject: boolean;
}) {
  const t = useTranslations('creations.library');
  const kinds = useTranslations('creations.kinds');
  const isTrash = view.shelf === 'trash';
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {isTrash ? (
          <p className="text-sm text-ink-2">{t('trashNote')}</p>
        ) : (
          <SearchField view={view} onChange={onChange} />
        )}
        <Segmented
          label={t('shelf')}
          value={view.shelf ?? 'library'}
          choices={SHELVES.map((value) => ({ value, label: t(`shelves.${value}`) }))}
          onChange={(next) => onChange(changed(view, ['shelf'], next === 'library' ? {} : { shelf: next }))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isTrash ? null : (
          <>
            <Segmented
              label={kinds('label')}
              value={view.kind ?? 'all'}
              choices={KINDS.map((value) => ({ value, label: kinds(value) }))}
              onChange={(next) => onChange(changed(view, ['kind'], next === 'all' ? {} : { kind: next }))}
            />
            {isOneProject ? null : <ProjectFilter view={view} onChange={onChange} />}
            <Filters view={view} onChange={onChange} />
          </>
        )}
        <ChipSelect
          label={t('order')}
          icon={ArrowDownUp}
          value={view.order ?? 'newest'}
          choices={(['newest', 'oldest'] as const).map((value) => ({ value, label: t(`orders.${value}`) }))}
          onChange={(next) => onChange(changed(view, ['order'], next === 'oldest' ? { order: 'oldest' } : {}))}
        />
        <ChipSelect
          label={t('size')}
          icon={LayoutGrid}
          value={size}
          choices={SIZES.map((value) => ({ value, label: t(`sizes.${value}`) }))}
          onChange={(next) => onSize(SIZES.find((one) => one === next) ?? size)}
        />
        {view.tag === undefined || isTrash ? null : (
          <Button
            size="sm"
            icon={<Icon of={X} size="s" />}
            aria-label={t('withoutTag', { tag: view.tag })}
            onClick={() => onChange(changed(view, ['tag'], {}))}
          >
            <bdi>#{view.tag}</bdi>
          </Button>
        )}
        {isFiltered(view) && !isTrash ? (
          <Button
            size="sm"
            tone="quiet"
            onClick={() =>
              onChange(changed(view, ['text', 'kind', 'tool', 'tag', 'isFavourite', 'minRating', 'cost', 'age'], {}))
            }
          >
            {t('clear')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
