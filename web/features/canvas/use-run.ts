import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FORMS, SEED_MAX } from '@src/creation/picture.shared';
import type { BoardContent, NodeId, RunQuote, RunView } from '@src/creation/boards/board.shared';
import { useBalance } from '@/lib/data/account';
import { reportError } from '@/lib/errors/bus';
import { openPopup } from '@/lib/popups/queue';
import { randomUpTo } from '@/lib/random';
import { cancelRun, fetchQuote, runBoard, type RunAsked } from './board-calls';
import type { Board, Saving } from './board-store';
import { reseeded } from './node-wish';
import { restOf } from './passing';
import { quoteFor } from './standing';

/** Every creation that has a seed with one: what is made twice of the same is the same. */
function withSeeds(content: BoardContent): BoardContent {
  const nodes = content.nodes.map((node) => (node.kind === 'creation' && FORMS[node.procedure].seeded && node.settings['seed'] === undefined ? reseeded(node, randomUpTo(SEED_MAX)) : node));
  return nodes.every((node, index) => node === content.nodes[index]) ? content : { ...content, nodes };
}

/** A run that waits for somebody's word that the people who are worked on consent. */
export type Asking = Omit<RunAsked, 'consent'>;

export interface Running {
  /** The node that is being sent, null for all; undefined when none is. */
  readonly running: NodeId | null | undefined;
  /** @param said credits that the button said, where it spoke of what the board did not have yet */
  readonly run: (to: NodeId | null, said?: number) => void;
  readonly cancel: () => void;
  readonly asking: Asking | undefined;
  readonly answer: (consents: boolean) => void;
}

interface RunOptions {
  readonly projectId: string;
  readonly board: Board;
  readonly current: RunView | undefined;
  /** What the buttons say: a run that would cost more is not sent. */
  readonly shown: RunQuote | undefined;
  readonly onRun: (run: RunView) => void;
  /** Told of a node that cannot be made as it stands. */
  readonly onRefused: (node: NodeId) => void;
  /** Told that what is drawn could not be saved, so that nothing was begun. */
  readonly onUnsaved: (saving: Saving) => void;
  /** Told that the price was asked for too often, so that nothing was begun. */
  readonly onTooOften: () => void;
  /** Told that it costs more than was shown. */
  readonly onDearer: () => void;
}

/** Runs a board's nodes: saved first, at the price that was shown, with consent where people are worked on. */
export function useRun({ projectId, board, current, shown, onRun, onRefused, onUnsaved, onTooOften, onDearer }: RunOptions): Running {
  const balance = useBalance();
  const [running, setRunning] = useState<NodeId | null>();
  const [asking, setAsking] = useState<Asking>();
  const { mutateAsync } = useMutation({ mutationFn: runBoard });
  const cancelling = useMutation({ mutationFn: cancelRun, onSuccess: onRun });

  const send = async (asked: RunAsked): Promise<void> => onRun(await mutateAsync(asked));
  const prepare = async (to: NodeId | null, said: number | undefined): Promise<void> => {
    board.change(withSeeds);
    if (!(await board.flush())) return onUnsaved(board.get().saving);
    const { version, history: { present } } = board.get();
    const quote = await fetchQuote(projectId).catch((error: unknown) => (restOf(error) === undefined ? reportError(error) : onTooOften()));
    if (quote === undefined) return;
    const fresh = quoteFor(quote, present, to);
    const [refused] = fresh.refused;
    if (refused !== undefined) return onRefused(refused.node);
    const most = said ?? (shown === undefined ? undefined : quoteFor(shown, present, to).total);
    if (most === undefined || fresh.total > most) return onDearer();
    if (balance !== undefined && fresh.total > balance.available) return openPopup('notEnoughTimes', { needed: fresh.total, available: balance.available });
    const asked = { projectId, version, to, total: fresh.total };
    if (fresh.likeness) return setAsking(asked);
    await send({ ...asked, consent: false });
  };
  const during = (to: NodeId | null, work: Promise<void>): void => {
    setRunning(to);
    // The error chain has told of what a mutation was refused.
    void work.catch(() => undefined).finally(() => setRunning(undefined));
  };
  return {
    running,
    asking,
    run: (to, said) => {
      if (running === undefined) during(to, prepare(to, said));
    },
    answer: (consents) => {
      setAsking(undefined);
      if (asking !== undefined && consents) during(asking.to, send({ ...asking, consent: true }));
    },
    cancel: () => {
      if (current?.status === 'running') cancelling.mutate(current.id);
    },
  };
}
