'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import type { CreationNode } from '@src/creation/boards/board.shared';
import type { SourceRef } from '@src/creation/tasks/task.shared';
import { workRole } from '@/features/make/create/draft/draft-request';
import { sendFile } from '@/features/core/uploads/send';
import { reportError } from '@/lib/errors/bus';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import type { MaskPainterHandle } from '@/ui/mask/mask-painter';
import { Skeleton } from '@/ui/content/skeleton';
import { useBench } from '../run/bench';

const MaskOnImage = dynamic(() => import('@/features/make/tools/mask/mask-on-image'), {
  ssr: false,
  loading: () => <Skeleton className="aspect-square w-full rounded-media" />,
});

/** Paints a mask over the node's input. The mask becomes a file that feeds the node. */
export function MaskDialog({
  node,
  onMask,
  onClose,
}: {
  readonly node: CreationNode;
  readonly onMask: (mask: SourceRef) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('canvas.mask');
  const { content, files } = useBench();
  const painter = useRef<MaskPainterHandle>(null);
  const [isMarked, setMarked] = useState(false);
  const [isSending, setSending] = useState(false);
  const from = content.edges.find((edge) => edge.to === node.id && edge.feeds === workRole(node.procedure))?.from;
  const given = from === undefined ? undefined : files.get(from)?.given;
  const send = async (): Promise<void> => {
    if (painter.current === null) return;
    setSending(true);
    try {
      const view = await sendFile(await painter.current.toPng(), 'mask.png', {
        purpose: 'mask',
        on: () => undefined,
        signal: new AbortController().signal,
      });
      onMask({ from: 'upload', id: view.id });
      onClose();
    } catch (error) {
      reportError(error);
      setSending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('title')}
      description={t(given === undefined ? 'nothing' : 'text')}
      closeLabel={t('close')}
      className="!max-w-[720px]"
    >
      {given === undefined ? null : (
        <div className="grid gap-4">
          <MaskOnImage handle={painter} given={given} alt={t('picture')} onMarked={setMarked} />
          <Button
            tone="invert"
            busy={isSending}
            disabled={!isMarked}
            className="justify-self-end"
            onClick={() => void send()}
          >
            {t('done')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
