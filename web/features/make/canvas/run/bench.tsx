'use client';

import { createContext, useContext } from 'react';
import type { ModelView } from '@src/catalog/model.shared';
import type { BoardContent, BoardNode, BoardStateView, NodeId, RunQuote } from '@src/creation/boards/board.shared';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import type { PressUnderway } from '@/features/make/create/press/press-note';
import type { Board, BoardState } from '../board/board-store';
import type { BoardPoint } from '../board/edit';
import type { Follower, Kinds } from '../board/graph';
import type { Files } from '../files/use-files';

/** What is added to the board, and where. */
export type Adding = 'words' | 'given' | ProcedureName;
export interface AddingAt {
  /** In the board's own pixels; beside what is there already when left out. */
  readonly at?: BoardPoint | undefined;
  /** There, or below it where something stands there already. */
  readonly near?: BoardPoint;
  /** What feeds it, and at which place of it. */
  readonly from?: { readonly id: NodeId; readonly feeds: Follower['feeds'] } | undefined;
  /** A file that is there already. */
  readonly ref?: Extract<BoardNode, { kind: 'given' }>['ref'];
}

/** Context shared by the components of a board. */
export interface Bench {
  readonly projectId: string;
  readonly board: Board;
  readonly state: BoardState;
  readonly content: BoardContent;
  readonly files: Files;
  readonly kinds: Kinds;
  readonly models: readonly ModelView[];
  readonly work: BoardStateView | undefined;
  readonly quote: RunQuote | undefined;
  /** The node whose panel is open. */
  readonly opened: NodeId | undefined;
  readonly open: (id: NodeId | undefined) => void;
  /** Adds a node. @returns its id; undefined where there is no room or nobody makes it */
  readonly add: (what: Adding, at?: AddingAt) => NodeId | undefined;
  /**
   * Runs a node and its inputs, or the whole board. @param said price on the button, if it covers nodes that the board
   * lacks
   */
  readonly run: (to: NodeId | null, said?: number) => void;
  /** The node whose run is being sent, null for all; undefined when none is. */
  readonly running: NodeId | null | undefined;
  /** The press under way, and what it waits for. */
  readonly starting: PressUnderway;
  readonly cancel: () => void;
  /** Reports a file of a type that no node accepts. */
  readonly refuseFile: () => void;
}

const BenchContext = createContext<Bench | undefined>(undefined);
export const BenchProvider = BenchContext.Provider;

/** @throws outside of a board */
export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (bench === undefined) throw new Error('outside of a board');
  return bench;
}
