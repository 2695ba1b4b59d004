'use client';

import type { NodeProps } from '@xyflow/react';
import { FileQuestion, ImageUp, Upload } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { BoardNode } from '@src/creation/boards/board.shared';
import { useUpload } from '@/features/core/uploads/use-upload';
import { openPopup } from '@/lib/popups/queue';
import { Button } from '@/ui/button';
import { chooseFiles } from '@/ui/form/file-choice';
import { Icon } from '@/ui/icon';
import { UploadProgress } from '@/ui/form/upload-progress';
import { useFileDrop } from '@/ui/form/use-file-drop';
import { MAX_BYTES } from '@/features/core/uploads/send';
import { useBench } from '../run/bench';
import { withChange } from '../board/edit';
import { NodeVideo } from './node-media';
import { NodeCard, Outlet, type FlowNode } from './node-parts';
import { createSentFiles, useSentFile } from '../files/sent-files';
import { OpenPanel } from './words-node';

export const ACCEPTED = ['image/*', 'video/*', 'audio/*'] as const;

/** The purpose of an upload, by the file's declared type. The server checks the content. */
const purposeOf = ({ type }: File): 'image' | 'video' | 'audio' =>
  type.startsWith('video/') ? 'video' : type.startsWith('audio/') ? 'audio' : 'image';

/** Files dropped on the board, kept until their nodes are mounted. */
const dropped = new Map<string, File>();
export const dropInto = (id: BoardNode['id'], file: File): unknown => dropped.set(id, file);

/** Uploads a file for an input node. A new file replaces the one before. */
function useSending(id: BoardNode['id']) {
  const { board, refuseFile } = useBench();
  const [arrived, setArrived] = useState(0);
  const upload = useUpload('image', (view) => {
    setArrived((before) => before + 1);
    board.change((content) =>
      withChange(content, id, (one): BoardNode =>
        one.kind === 'given' ? { ...one, ref: { from: 'upload', id: view.id } } : one,
      ),
    );
  });
  const offer = (files: readonly File[]): void => {
    const { taken, refused } = chooseFiles(files, { accept: ACCEPTED, multiple: false, maxBytes: MAX_BYTES });
    const large = refused === 'size' ? files.find(({ size }) => size > MAX_BYTES) : undefined;
    if (large !== undefined) openPopup('overUploadSize', { name: large.name, size: large.size, limit: MAX_BYTES });
    if (refused === 'type' || refused === 'empty') refuseFile();
    const [file] = taken;
    if (file !== undefined) upload.start(file, file.name, purposeOf(file));
  };
  return { ...upload, arrived, offer };
}

/** Uploads of a board's nodes. They continue when a panel opens or closes. */
const sent = createSentFiles<ReturnType<typeof useSending>>();
export const whenFilesArrived = sent.whenArrived;

/** The upload of a node, for its panel; undefined if the node is not on the board. */
export const useSent = (id: BoardNode['id']): ReturnType<typeof useSending> | undefined => useSentFile(sent, id);

/** Picks a local file. */
export function FilePicker({
  onFiles,
  label,
}: {
  readonly onFiles: (files: readonly File[]) => void;
  readonly label: string;
}) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={ACCEPTED.join(',')}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        size="sm"
        className="nodrag nopan"
        icon={<Icon of={Upload} size="s" />}
        onClick={() => picker.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}

/** An input node: an image, video or audio file that was dropped, picked, or taken from the user's creations. */
export function GivenNode({ data: { node }, selected }: NodeProps<FlowNode>) {
  const t = useTranslations('canvas');
  const { files, open } = useBench();
  const sending = useSending(node.id);
  const { arriving, offer, cancel, retry } = sending;
  useLayoutEffect(() => {
    sent.set(node.id, sending);
  });
  useLayoutEffect(() => () => sent.remove(node.id), [node.id]);
  const { over, handlers } = useFileDrop({ onFiles: offer, paste: selected, disabled: false });
  const take = useEffectEvent(() => {
    const waiting = dropped.get(node.id);
    if (waiting !== undefined && dropped.delete(node.id)) offer([waiting]);
  });
  useEffect(() => take(), []);
  const file = files.get(node.id);
  const title = t(file?.given === undefined ? 'given.title' : `kinds.${file.given.kind}`);
  if (node.kind !== 'given') return null;
  return (
    <NodeCard
      icon={ImageUp}
      title={title}
      selected={selected}
      badge={<OpenPanel onOpen={() => open(node.id)} label={t('node.settings', { name: title })} />}
    >
      <Outlet label={t('node.gives', { what: title })} />
      <div {...handlers} data-over={over || undefined} className="grid gap-2 px-2.5 pb-2.5 data-over:opacity-60">
        {arriving !== undefined ? (
          <div className="nodrag nopan">
            <UploadProgress
              name={arriving.name}
              {...defined({ picture: arriving.preview })}
              state={arriving.state}
              onCancel={cancel}
              onRetry={retry}
            />
          </div>
        ) : file?.given !== undefined ? (
          <NodeVideo given={file.given} alt={title} />
        ) : (
          <div className="grid min-h-36 content-center justify-items-center gap-2.5 rounded-card border-[1.5px] border-dashed border-line-control p-3 text-center text-xs text-ink-2">
            <Icon of={file?.gone === true ? FileQuestion : ImageUp} />
            {t(file?.gone === true ? 'given.gone' : node.ref === null ? 'given.drop' : 'given.coming')}
            <FilePicker onFiles={offer} label={t('given.choose')} />
          </div>
        )}
      </div>
    </NodeCard>
  );
}
