'use client';

import { useMutation } from '@tanstack/react-query';
import { ImageUp, LayoutGrid } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { SourceRef, TaskView } from '@src/creation/tasks/task.shared';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { MAX_BYTES } from '@/features/core/uploads/send';
import { useUpload } from '@/features/core/uploads/use-upload';
import { useTasks } from '@/lib/data/tasks';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { openPopup } from '@/lib/popups/queue';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Avatar } from '@/ui/content/avatar';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Dialog } from '@/ui/overlay/dialog';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { UploadProgress } from '@/ui/form/upload-progress';
import type { OwnUser } from './own-user';

/** The user's image: an upload, one of their creations, or initials. @param onChanged called with the updated user */
export function ProfilePicture({
  user,
  onChanged,
}: {
  readonly user: OwnUser;
  readonly onChanged: (user: OwnUser) => void;
}) {
  const t = useTranslations('profile.picture');
  const { ofFailure } = useErrorWords();
  const [picking, setPicking] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const choose = useMutation(
    trpc.avatar.choose.mutationOptions({
      ...SKIP_ERROR_CHAIN,
      onSuccess: ({ image }) =>
        onChanged({ ...(queryClient.getQueryData<OwnUser>(trpc.user.find.queryKey()) ?? user), image }),
    }),
  );
  const remove = useMutation(trpc.profile.removeImage.mutationOptions({ ...SKIP_ERROR_CHAIN, onSuccess: onChanged }));
  // Clear the outcome of the other way to change the image.
  const take = (image: SourceRef): void => {
    remove.reset();
    choose.mutate({ image });
  };
  const toLetters = (): void => {
    choose.reset();
    remove.mutate();
  };
  const upload = useUpload('image', ({ id }) => take({ from: 'upload', id }));
  const wrong = choose.error ?? remove.error;
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={user.name ?? user.email ?? ''} {...(user.image === null ? {} : { src: user.image })} size="xl" />
        <div className="flex min-w-0 flex-wrap gap-2">
          <input
            ref={file}
            type="file"
            hidden
            accept="image/*"
            onChange={(event) => {
              const [image] = [...(event.currentTarget.files ?? [])];
              event.currentTarget.value = '';
              if (image === undefined) return;
              if (image.size > MAX_BYTES)
                openPopup('overUploadSize', { name: image.name, size: image.size, limit: MAX_BYTES });
              else upload.start(image, image.name);
            }}
          />
          <Button icon={<Icon of={ImageUp} size="s" />} busy={choose.isPending} onClick={() => file.current?.click()}>
            {t('upload')}
          </Button>
          <Button icon={<Icon of={LayoutGrid} size="s" />} onClick={() => setPicking(true)}>
            {t('fromCreations')}
          </Button>
          {user.image === null ? null : (
            <Button tone="quiet" busy={remove.isPending} onClick={toLetters}>
              {t('remove')}
            </Button>
          )}
        </div>
      </div>
      {upload.arriving === undefined ? null : (
        <UploadProgress
          name={upload.arriving.name}
          {...defined({ picture: upload.arriving.preview })}
          state={upload.arriving.state}
          onCancel={upload.cancel}
          onRetry={upload.retry}
        />
      )}
      {wrong === null ? null : (
        <p role="alert" className="text-sm text-danger">
          {ofFailure(readFailure(wrong))}
        </p>
      )}
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {choose.isSuccess ? t('changed') : remove.isSuccess ? t('removed') : ''}
      </p>
      <p className="text-xs text-ink-3">{t('help')}</p>
      <Dialog
        open={picking}
        onOpenChange={setPicking}
        title={t('pick')}
        closeLabel={t('close')}
        className="max-w-[520px]"
      >
        <Images
          onPick={(ref) => {
            setPicking(false);
            take(ref);
          }}
        />
      </Dialog>
    </Card>
  );
}

/** The ready images of a task, with their labels. */
const imagesOf = ({ id, input, outputs }: TaskView) =>
  outputs.flatMap((output) =>
    output.state === 'ready' && output.type === 'image/png'
      ? [
          {
            key: `${id}.${output.index}`,
            url: output.url,
            words: input.prompt,
            ref: { from: 'output', taskId: id, index: output.index } as const,
          },
        ]
      : [],
  );

function Images({ onPick }: { readonly onPick: (ref: SourceRef) => void }) {
  const t = useTranslations('profile.picture');
  const retry = useTranslations('profile')('retry');
  const { tasks, loading, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useTasks();
  const images = tasks.flatMap(imagesOf);
  if (loading) return <Skeleton className="h-40" />;
  if (isError && tasks.length === 0)
    return (
      <ErrorState level={3} title={t('failed')} actions={<Button onClick={() => void refetch()}>{retry}</Button>} />
    );
  return (
    <div className="grid gap-3">
      {images.length === 0 ? <p className="text-sm text-ink-2">{t('none')}</p> : null}
      <ul className="grid grid-cols-4 gap-2 max-sm:grid-cols-3">
        {images.map(({ key, url, words, ref }, index) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => onPick(ref)}
              aria-label={words === '' ? t('unnamed', { number: index + 1 }) : words}
              className="block aspect-square w-full overflow-hidden rounded-control bg-surface-2"
            >
              <img src={`${url}?w=320`} alt="" loading="lazy" className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button
          size="sm"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className="justify-self-center"
        >
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
}
