import { useReactFlow } from '@xyflow/react';
import type { DragEvent } from 'react';
import type { NodeId } from '@src/creation/boards/board.shared';
import { chooseFiles } from '@/ui/form/file-choice';
import { useFileDrop } from '@/ui/form/use-file-drop';
import { useBench } from '../run/bench';
import type { BoardPoint } from '../board/edit';
import { ACCEPTED, dropInto } from '../nodes/given-node';

/** Distance between files that are dropped together, in board pixels. */
const APART = 290;

const isFile = ({ target, currentTarget, dataTransfer }: DragEvent): boolean =>
  target instanceof Node && currentTarget.contains(target) && dataTransfer.types.includes('Files');

/**
 * Handles files dropped anywhere on the board, or pasted. Each gets a node. A node that takes files handles drops on
 * itself.
 * @param paste whether the board handles pasted files
 * @param onPasted receives the last pasted node, whose position the user did not choose
 */
export function useBoardDrop({
  paste,
  onPasted,
}: {
  readonly paste: boolean;
  readonly onPasted: (id: NodeId) => void;
}) {
  const { add, refuseFile } = useBench();
  const { screenToFlowPosition } = useReactFlow();
  const put = (files: readonly File[], at?: BoardPoint): NodeId | undefined => {
    const { taken, refused } = chooseFiles(files, { accept: ACCEPTED, multiple: true });
    if (refused !== undefined) refuseFile();
    return taken.reduce<NodeId | undefined>((last, file, index) => {
      const id = add('given', at === undefined ? {} : { at: { x: at.x + index * APART, y: at.y } });
      if (id !== undefined) dropInto(id, file);
      return id ?? last;
    }, undefined);
  };
  useFileDrop({
    paste,
    disabled: false,
    onFiles: (files) => {
      const last = put(files);
      if (last !== undefined) onPasted(last);
    },
  });
  return {
    onDragOver: (event: DragEvent): void => {
      if (isFile(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent): void => {
      if (event.defaultPrevented || !isFile(event)) return;
      event.preventDefault();
      put([...event.dataTransfer.files], screenToFlowPosition({ x: event.clientX, y: event.clientY }));
    },
  };
}
