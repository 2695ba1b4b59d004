'use client';

import { Archive, ArchiveRestore, Heart, Star, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { libraryTagOf, RATINGS, TAG_LENGTH } from '@src/creation/library/library.shared';
import { Link } from '@/i18n/navigation';
import { useChangeTasks } from '@/lib/data/library';
import { hasEnded } from '@/lib/data/task-pages';
import { Button, IconButton } from '@/ui/button';
import { Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { queryOf } from './library-view';

/** What the owner says about a creation: favourite, rating, archive, tags. */
export function TaskMarks({ task }: { readonly task: TaskView }) {
  const t = useTranslations('creations.library');
  const { mutate } = useChangeTasks();
  const ids = [task.id];
  const isFavourite = task.isFavourite === true;
  const isArchived = task.shelf === 'archive';
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-1">
        <IconButton
          label={t('favouriteThis')}
          aria-pressed={isFavourite}
          onClick={() => mutate({ ids, change: { kind: 'favourite', isSet: !isFavourite } })}
        >
          <Icon of={Heart} {...(isFavourite ? { className: 'fill-current' } : {})} />
        </IconButton>
        <div role="group" aria-label={t('rating')} className="flex">
          {RATINGS.map((rating) => (
            <IconButton
              key={rating}
              label={t('rate', { count: rating })}
              aria-pressed={task.rating === rating}
              onClick={() => mutate({ ids, change: { kind: 'rate', rating: task.rating === rating ? null : rating } })}
            >
              <Icon of={Star} {...(rating <= (task.rating ?? 0) ? { className: 'fill-current' } : {})} />
            </IconButton>
          ))}
        </div>
        {hasEnded(task) ? (
          <Button
            tone="quiet"
            size="sm"
            icon={<Icon of={isArchived ? ArchiveRestore : Archive} size="s" />}
            onClick={() => mutate({ ids, change: { kind: 'archive', isSet: !isArchived } })}
          >
            {t(isArchived ? 'bulk.unarchive' : 'bulk.archive')}
          </Button>
        ) : null}
      </div>
      {task.tags === undefined ? null : (
        <ul aria-label={t('tags')} className="flex flex-wrap gap-1.5">
          {task.tags.map((tag) => (
            <li key={tag} className="flex items-center rounded-full bg-surface-2 ps-3 text-sm">
              <Link href={{ pathname: '/creations', query: queryOf({ tag }) }} className="hover:underline">
                <bdi>{tag}</bdi>
              </Link>
              <IconButton
                size="sm"
                label={t('removeTag', { tag })}
                onClick={() => mutate({ ids, change: { kind: 'tag', remove: [tag] } })}
              >
                <Icon of={X} size="s" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const typed = new FormData(form).get('tag');
          const tag = typeof typed === 'string' ? libraryTagOf(typed) : undefined;
          if (tag !== undefined)
            mutate({ ids, change: { kind: 'tag', add: [tag] } }, { onSuccess: () => form.reset() });
        }}
      >
        <Input name="tag" dir="auto" aria-label={t('newTag')} placeholder={t('newTag')} maxLength={TAG_LENGTH} />
        <Button type="submit">{t('addTag')}</Button>
      </form>
    </div>
  );
}
