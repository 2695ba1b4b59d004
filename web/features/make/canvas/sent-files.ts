import { useSyncExternalStore } from 'react';
import type { NodeId } from '@src/creation/boards/board.shared';

/** What a node of what is given sends. */
export interface SentFile {
  /** Undefined while nothing is on its way. */
  readonly arriving: { readonly state: { readonly kind: string } } | undefined;
  /** Files of this node that have arrived. */
  readonly arrived: number;
}

interface SentFiles<File extends SentFile> {
  /** Keeps what a node sends as it stands. @returns what takes the node off */
  readonly set: (id: NodeId, file: File) => void;
  readonly remove: (id: NodeId) => void;
  readonly get: (id: NodeId) => File | undefined;
  readonly listen: (listener: () => void) => () => void;
  /**
   * Resolves once every file that is on its way now has arrived: true; or when one was refused, failed or was taken out: false.
   */
  readonly whenArrived: () => Promise<boolean>;
}

const isOnItsWay = (file: SentFile | undefined): boolean => file?.arriving !== undefined && file.arriving.state.kind !== 'failed';

/** What the nodes of a board send. */
export function createSentFiles<File extends SentFile>(): SentFiles<File> {
  const files = new Map<NodeId, File>();
  const listeners = new Set<() => void>();
  const tell = (): void => [...listeners].forEach((listener) => listener());
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    set: (id, file) => {
      files.set(id, file);
      tell();
    },
    remove: (id) => {
      files.delete(id);
      tell();
    },
    get: (id) => files.get(id),
    listen,
    whenArrived: () => new Promise((resolve) => {
      const awaited = [...files].filter(([, file]) => isOnItsWay(file)).map(([id, { arrived }]) => ({ id, arrived }));
      let stop = (): void => undefined;
      const look = (): void => {
        const outcomes = awaited.map(({ id, arrived }) => (isOnItsWay(files.get(id)) ? 'on-its-way' : (files.get(id)?.arrived ?? arrived) > arrived ? 'arrived' : 'lost'));
        if (!outcomes.includes('lost') && outcomes.includes('on-its-way')) return;
        stop();
        resolve(!outcomes.includes('lost'));
      };
      stop = listen(look);
      look();
    }),
  };
}

/** What a node on the board sends, for its panel; undefined where the node is not on it. */
export const useSentFile = <File extends SentFile>(files: SentFiles<File>, id: NodeId): File | undefined => useSyncExternalStore(files.listen, () => files.get(id), () => undefined);
