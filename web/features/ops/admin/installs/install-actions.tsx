'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { InstallableView } from '@src/creation/engines/installs/installs.shared';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Confirm, Dialog } from '@/ui/overlay/dialog';

/**
 * Install, cancel, start, stop, log and remove: those that the stage of a model allows. Only the log where this process
 * installs nothing.
 */
export function InstallActions({
  model: { id, name, install },
  canInstall,
  isHere,
}: {
  readonly model: InstallableView;
  readonly canInstall: boolean;
  readonly isHere: boolean;
}) {
  const t = useTranslations('admin.engines.install');
  const [isReading, setIsReading] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const start = useMutation(trpc.engines.installs.install.mutationOptions());
  const stop = useMutation(trpc.engines.installs.stop.mutationOptions());
  const remove = useMutation(trpc.engines.installs.remove.mutationOptions());
  if (install === undefined) {
    return !canInstall ? null : (
      <Button
        className="justify-self-start"
        tone="invert"
        busy={start.isPending}
        aria-label={t('installLabel', { name })}
        onClick={() => start.mutate({ modelId: id })}
      >
        {t('install')}
      </Button>
    );
  }
  const { stage, isConnected, imageMs } = install;
  const isOff = stage === 'stopped' || stage === 'failed';
  const again = stage === 'failed' ? 'retry' : imageMs === undefined ? 'goOn' : 'start';
  const isServing = stage === 'running' || stage === 'restarting';
  return (
    <div className="flex flex-wrap gap-2">
      {isHere && isOff ? (
        <Button size="sm" tone="invert" busy={start.isPending} onClick={() => start.mutate({ modelId: id })}>
          {t(again)}
        </Button>
      ) : null}
      {isHere && stage === 'running' && !isConnected ? (
        <Button size="sm" tone="invert" busy={start.isPending} onClick={() => start.mutate({ modelId: id })}>
          {t('connect')}
        </Button>
      ) : null}
      {isOff || !isHere ? null : (
        <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate({ modelId: id })}>
          {t(isServing ? 'stop' : 'cancel')}
        </Button>
      )}
      <Button size="sm" onClick={() => setIsReading(true)}>
        {t('log')}
      </Button>
      {isHere && (isOff || isServing) ? (
        <Button size="sm" tone="danger" onClick={() => setIsRemoving(true)}>
          {t('remove')}
        </Button>
      ) : null}
      {isReading ? <Log modelId={id} name={name} onClose={() => setIsReading(false)} /> : null}
      <Confirm
        open={isRemoving}
        onOpenChange={setIsRemoving}
        title={t('removeTitle', { name })}
        description={t('removeText')}
        actions={({ Cancel, Action }) => (
          <>
            <Cancel asChild>
              <Button>{t('keep')}</Button>
            </Cancel>
            <Action asChild>
              <Button tone="danger" busy={remove.isPending} onClick={() => remove.mutate({ modelId: id })}>
                {t('remove')}
              </Button>
            </Action>
          </>
        )}
      />
    </div>
  );
}

function Log({
  modelId,
  name,
  onClose,
}: {
  readonly modelId: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const t = useTranslations('admin.engines.install');
  const { data } = useQuery({ ...trpc.engines.installs.log.queryOptions({ modelId }), staleTime: 0 });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('logTitle', { name })}
      closeLabel={t('close')}
      className="max-w-[760px]"
    >
      <pre
        dir="ltr"
        tabIndex={0}
        className="max-h-[60dvh] overflow-auto rounded-group bg-surface-2 p-3.5 text-xs break-words whitespace-pre-wrap"
      >
        {data === undefined ? '…' : data.text === '' ? t('logEmpty') : data.text}
      </pre>
    </Dialog>
  );
}
