import { useEffect, useMemo, useRef, useState } from 'react';
import { SEED_MAX, type ProcedureName } from '@src/creation/procedures/params.shared';
import type { BoardContent, BoardNode, BoardView, NodeId } from '@src/creation/boards/board.shared';
import { chosenModel } from '@/features/make/create/press/quote';
import { useModels } from '@/lib/data/account';
import { newId, randomUpTo } from '@/lib/random';
import type { Adding, AddingAt, Bench } from './bench';
import { withClips, type ClipOf } from '../nodes/clips';
import { freeFrom, freePlace, withEdge, withNode, type HeightOf } from '../board/edit';
import type { Board, Saving } from '../board/board-store';
import { MAX_HEIGHT_RATIO } from '../nodes/node-media';
import { newCreation } from '../nodes/node-request';
import { boardOf, type TemplateName } from '../board/templates';
import { trackRun, trackSteps, type TrackedRun } from './tracking';
import { useBoard, useQuote, useWork } from '../board/use-board';
import { useFiles, type Files } from '../files/use-files';
import type { Unconfirmed } from './unconfirmed';
import { useRun, type Running } from './use-run';

// Minted in the shape that the board asks for.
const newNodeId = (): NodeId => newId() as NodeId;

interface Made {
  readonly what: Adding;
  readonly at: AddingAt;
  readonly id: NodeId;
  readonly model: string;
  readonly heightOf: HeightOf;
}

/** The board with one more node and its edges. */
function withAdded(
  content: BoardContent,
  { what, at: { at, near, from, ref }, id, model, heightOf }: Made,
): BoardContent {
  const place =
    at ??
    (near === undefined
      ? freePlace(content, content.nodes.find((node) => node.id === from?.id) ?? content.nodes.at(-1), heightOf)
      : freeFrom(content, near, heightOf));
  const [x, y] = [Math.round(place.x), Math.round(place.y)];
  const node: BoardNode =
    what === 'words'
      ? { kind: 'words', id, x, y, text: '' }
      : what === 'given'
        ? { kind: 'given', id, x, y, ref: ref ?? null }
        : newCreation({ id, procedure: what, model, seed: randomUpTo(SEED_MAX), x, y });
  const grown = withNode(content, node);
  return from === undefined || grown === content
    ? grown
    : withEdge(grown, { from: from.id, to: id, feeds: from.feeds });
}

/** Approximate heights of nodes, pixels: text and buttons, and the media. */
const heightsOf =
  (files: Files): HeightOf =>
  (node) => {
    if (node.kind === 'words') return 180;
    const given = files.get(node.id)?.given;
    const shown = given === undefined ? 0 : Math.min(MAX_HEIGHT_RATIO, given.height / given.width);
    return node.kind === 'given' ? (given === undefined ? 240 : 60 + 230 * shown) : 190 + 270 * shown;
  };

/** Keeps the cuts of videos in step when their clips change. */
function withCuts(board: Board, files: Files): Board {
  const clipOf: ClipOf = (id) => {
    const given = files.get(id)?.given;
    return given === undefined ? undefined : given.seconds === undefined ? {} : { seconds: given.seconds };
  };
  return {
    ...board,
    change: (change, of) => board.change((content) => withClips(content, change(content), clipOf), of),
  };
}

export interface Opened {
  readonly bench: Bench;
  readonly asking: Running['asking'];
  readonly answer: Running['answer'];
  /** Loads a template into the board. @returns whether all its models are offered */
  readonly begin: (name: TemplateName, text: string) => boolean;
}

interface BenchOptions {
  readonly view: BoardView;
  /** Called if the board could not be saved; nothing was started. */
  readonly onUnsaved: (saving: Saving) => void;
  /** Called if an upload failed; nothing was started. */
  readonly onFileLost: () => void;
  /** Called if there were too many requests; nothing was started. */
  readonly onTooOften: () => void;
  /** Called if a press has to be confirmed by another press; nothing was started. */
  readonly onUnconfirmed: (why: Unconfirmed) => void;
  /** Called with a file of a type that no node accepts. */
  readonly onFileRefused: () => void;
  /** Called if the board is full. */
  readonly onFull: () => void;
}

/** State and actions of a board, starting from its content when opened. */
export function useOpenedBench({
  view,
  onUnsaved,
  onFileLost,
  onTooOften,
  onUnconfirmed,
  onFull,
  onFileRefused,
}: BenchOptions): Opened {
  const { projectId } = view;
  const { board: bare, state } = useBoard(view);
  const { models } = useModels();
  const { work, put } = useWork(view, bare);
  const quote = useQuote(projectId, state, work);
  const content = state.history.present;
  const { files, kinds } = useFiles(content, work.run);
  const board = useMemo(() => withCuts(bare, files), [bare, files]);
  const [opened, open] = useState<NodeId>();
  const trackedRun = useRef<TrackedRun>(undefined);
  useEffect(() => {
    if (trackedRun.current !== undefined && work.run !== undefined)
      trackedRun.current = trackSteps(board.get().history.present, work.run, trackedRun.current);
  }, [board, work.run]);
  const { asking, answer, ...running } = useRun({
    projectId,
    board,
    current: work.run,
    shown: quote,
    onUnsaved,
    onFileLost,
    onTooOften,
    onUnconfirmed,
    onRefused: open,
    onRun: (run) => {
      put(run);
      trackRun(board.get().history.present, run, projectId);
      trackedRun.current = { id: run.id, steps: new Set() };
    },
  });
  const modelFor = (procedure: ProcedureName): string | undefined =>
    chosenModel(
      models.filter((model) => model.procedures.includes(procedure)),
      undefined,
    )?.id;
  const add = (what: Adding, at: AddingAt = {}): NodeId | undefined => {
    const model = what === 'words' || what === 'given' ? '' : modelFor(what);
    if (model === undefined) return undefined;
    const id = newNodeId();
    board.change((now) => withAdded(now, { what, at, id, model, heightOf: heightsOf(files) }));
    if (board.get().history.present.nodes.some((node) => node.id === id)) return id;
    onFull();
    return undefined;
  };
  const begin = (name: TemplateName, text: string): boolean => {
    const initial = boardOf(name, { newId: newNodeId, modelFor, seed: () => randomUpTo(SEED_MAX), text });
    if (initial !== undefined) board.change(() => initial);
    return initial !== undefined;
  };
  return {
    bench: {
      projectId,
      board,
      state,
      content,
      files,
      kinds,
      models,
      work,
      quote,
      opened,
      open,
      add,
      refuseFile: onFileRefused,
      ...running,
    },
    asking,
    answer,
    begin,
  };
}
