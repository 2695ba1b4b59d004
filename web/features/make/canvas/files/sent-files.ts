import type { NodeId } from '@src/creation/boards/board.shared';
import { createStore, useStore, type ReadableStore } from '@/lib/store';

/** The uploads of an input node. */
export interface SentFile {
  /** Undefined while there is no upload. */
  readonly arriving: { readonly state: { readonly kind: string } } | undefined;
  /** Number of completed uploads of this node. */
  readonly arrived: number;
}

interface SentFiles<File extends SentFile> {
  readonly files: ReadableStore<ReadonlyMap<NodeId, File>>;
  /** Stores a node's current upload state. */
  readonly set: (id: NodeId, file: File) => void;
  readonly remove: (id: NodeId) => void;
  /**
   * Resolves when all current uploads have ended: true if all completed, false if one was refused, failed or was
   * removed.
   */
  readonly whenArrived: () => Promise<boolean>;
}

const isOnItsWay = (file: SentFile | undefined): boolean =>
  file?.arriving !== undefined && file.arriving.state.kind !== 'failed';

/** Creates the store of uploads for the nodes of a board. */
export function createSentFiles<File extends SentFile>(): SentFiles<File> {
  const files = createStore<ReadonlyMap<NodeId, File>>(new Map());
  return {
    files,
    set: (id, file) => files.update((all) => new Map(all).set(id, file)),
    remove: (id) => files.update((all) => new Map([...all].filter(([other]) => other !== id))),
    whenArrived: () =>
      new Promise((resolve) => {
        const awaited = [...files.get()]
          .filter(([, file]) => isOnItsWay(file))
          .map(([id, { arrived }]) => ({ id, arrived }));
        let stop = (): void => undefined;
        const look = (): void => {
          const outcomes = awaited.map(({ id, arrived }) =>
            isOnItsWay(files.get().get(id))
              ? 'on-its-way'
              : (files.get().get(id)?.arrived ?? arrived) > arrived
                ? 'arrived'
                : 'lost',
          );
          if (!outcomes.includes('lost') && outcomes.includes('on-its-way')) return;
          stop();
          resolve(!outcomes.includes('lost'));
        };
        stop = files.subscribe(look);
        look();
      }),
  };
}

/** The upload of a node, for its panel; undefined if the node is not on the board. */
export const useSentFile = <File extends SentFile>({ files }: SentFiles<File>, id: NodeId): File | undefined =>
  useStore(files, (all) => all.get(id));
