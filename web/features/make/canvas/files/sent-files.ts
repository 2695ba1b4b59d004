import type { NodeId } from '@src/creation/boards/board.shared';
import { createStore, useStore, type ReadableStore } from '@/lib/store';

/** What a node of what is given sends. */
export interface SentFile {
  /** Undefined while nothing is on its way. */
  readonly arriving: { readonly state: { readonly kind: string } } | undefined;
  /** Files of this node that have arrived. */
  readonly arrived: number;
}

interface SentFiles<File extends SentFile> {
  readonly files: ReadableStore<ReadonlyMap<NodeId, File>>;
  /** Keeps what a node sends as it stands. @returns what takes the node off */
  readonly set: (id: NodeId, file: File) => void;
  readonly remove: (id: NodeId) => void;
  /**
   * Resolves once every file that is on its way now has arrived: true; or when one was refused, failed or was taken out: false.
   */
  readonly whenArrived: () => Promise<boolean>;
}

const isOnItsWay = (file: SentFile | undefined): boolean => file?.arriving !== undefined && file.arriving.state.kind !== 'failed';

/** What the nodes of a board send. */
export function createSentFiles<File extends SentFile>(): SentFiles<File> {
  const files = createStore<ReadonlyMap<NodeId, File>>(new Map());
  return {
    files,
    set: (id, file) => files.update((all) => new Map(all).set(id, file)),
    remove: (id) => files.update((all) => new Map([...all].filter(([other]) => other !== id))),
    whenArrived: () => new Promise((resolve) => {
      const awaited = [...files.get()].filter(([, file]) => isOnItsWay(file)).map(([id, { arrived }]) => ({ id, arrived }));
      let stop = (): void => undefined;
      const look = (): void => {
        const outcomes = awaited.map(({ id, arrived }) => (isOnItsWay(files.get().get(id)) ? 'on-its-way' : (files.get().get(id)?.arrived ?? arrived) > arrived ? 'arrived' : 'lost'));
        if (!outcomes.includes('lost') && outcomes.includes('on-its-way')) return;
        stop();
        resolve(!outcomes.includes('lost'));
      };
      stop = files.subscribe(look);
      look();
    }),
  };
}

/** What a node on the board sends, for its panel; undefined where the node is not on it. */
export const useSentFile = <File extends SentFile>({ files }: SentFiles<File>, id: NodeId): File | undefined => useStore(files, (all) => all.get(id));
