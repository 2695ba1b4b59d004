import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FORMS, SEED_MAX } from '@src/creation/procedures/params.shared';
import type { BoardContent, NodeId, RunQuote, RunView } from '@src/creation/boards/board.shared';
import type { PressUnderway } from '@/features/make/create/press/press-note';
import { availableFor } from '@/lib/data/balance-cache';
import { reportError } from '@/lib/errors/bus';
import { openPopup } from '@/lib/popups/queue';
import { noteOf, type Offer, type Press, type PressState, type Question } from '@/lib/press/press';
import { createSubmitter, type Submitter } from '@/lib/press/submitter';
import { browserEnvironment, userOf } from '@/lib/press/browser-environment';
import { newId, randomUpTo } from '@/lib/random';
import { sessionState } from '@/lib/session/store';
import { useStore } from '@/lib/store';
import { cancelRun, fetchQuote, runBoard, type RunRequestInput } from '../board/board-calls';
import type { Board, Saving } from '../board/board-store';
import { whenFilesArrived } from '../nodes/given-node';
import { reseeded } from '../nodes/node-request';
import { restOf } from '../nodes/passed-inputs';
import { quoteFor } from '../nodes/node-status';
import { unconfirmedOf, type Unconfirmed } from './unconfirmed';

/** Gives every creation that takes a seed one, so that a repeated run creates the same outputs. */
function withSeeds(content: BoardContent): BoardContent {
  const nodes = content.nodes.map((node) =>
    node.kind === 'creation' && FORMS[node.procedure].seeded && node.settings['seed'] === undefined
      ? reseeded(node, randomUpTo(SEED_MAX))
      : node,
  );
  return nodes.every((node, index) => node === content.nodes[index]) ? content : { ...content, nodes };
}

/** A run that waits for the declaration of consent. */
export interface Asking {
  /** Whole credits. */
  readonly total: number;
}

export interface Running {
  /** The node whose run is being sent, null for all; undefined when none is. */
  readonly running: NodeId | null | undefined;
  /** @param said price on the button, if it covers nodes that the board lacks */
  readonly run: (to: NodeId | null, said?: number) => void;
  /** The press under way, and what it waits for. */
  readonly starting: PressUnderway;
  readonly cancel: () => void;
  readonly asking: Asking | undefined;
  readonly answer: (consents: boolean) => void;
}

interface RunOptions {
  readonly projectId: string;
  readonly board: Board;
  readonly current: RunView | undefined;
  /** Prices shown on the buttons; a run that would cost more is not sent. */
  readonly shown: RunQuote | undefined;
  readonly onRun: (run: RunView) => void;
  /** Called with a node that is refused as it is. */
  readonly onRefused: (node: NodeId) => void;
  /** Called if the board could not be saved; nothing was started. */
  readonly onUnsaved: (saving: Saving) => void;
  /** Called if an upload failed; nothing was started. */
  readonly onFileLost: () => void;
  /** Called if the price was requested too often; nothing was started. */
  readonly onTooOften: () => void;
  /** Called if the press has to be confirmed by another press; nothing was started. */
  readonly onUnconfirmed: (why: Unconfirmed) => void;
}

/** The node to run, null for all, and whether consent was declared. */
interface RunRequest {
  readonly to: NodeId | null;
  readonly consent: boolean;
}

/** Why a run is not started. */
type NotRun =
  | { readonly kind: 'unsaved'; readonly saving: Saving }
  | { readonly kind: 'too-often' }
  | { readonly kind: 'file-lost' }
  | { readonly kind: 'refused'; readonly node: NodeId }
  | { readonly kind: 'consent'; readonly total: number };

type RunPress = Press<RunRequest>;

/** The price of a run of the saved board, after seeds are drawn for nodes without one. */
async function offerOf(
  { said, payload: { to, consent } }: RunPress,
  projectId: string,
  board: Board,
): Promise<Offer<NotRun>> {
  if (!(await whenFilesArrived())) return { kind: 'not', reason: { kind: 'file-lost' } };
  board.change(withSeeds);
  if (!(await board.flush())) return { kind: 'not', reason: { kind: 'unsaved', saving: board.get().saving } };
  const quote = await fetchQuote(projectId).catch((error: unknown) => {
    if (restOf(error) === undefined) throw error;
    return undefined;
  });
  if (quote === undefined) return { kind: 'not', reason: { kind: 'too-often' } };
  const {
    refused: [refused],
    total,
    likeness,
  } = quoteFor(quote, board.get().history.present, to);
  if (refused !== undefined) return { kind: 'not', reason: { kind: 'refused', node: refused.node } };
  // The models of a board may be of both kinds: the server compares each with the credits that pay for it.
  const available = await availableFor(total, { engine: 'local' });
  if (likeness && !consent && total <= (said ?? total) && total <= available)
    return { kind: 'not', reason: { kind: 'consent', total } };
  return { kind: 'price', price: total, available };
}

/** Callbacks of the component that shows the board. */
type RunListeners = Pick<
  RunOptions,
  'onRun' | 'onRefused' | 'onUnsaved' | 'onFileLost' | 'onTooOften' | 'onUnconfirmed'
>;

function notifyQuestion(question: Question<NotRun>, listeners: RunListeners | undefined): void {
  switch (question.kind) {
    case 'short':
      return openPopup('notEnoughTimes', { needed: question.price, available: question.available });
    case 'not':
      if (question.reason.kind === 'unsaved') listeners?.onUnsaved(question.reason.saving);
      if (question.reason.kind === 'file-lost') listeners?.onFileLost();
      if (question.reason.kind === 'too-often') listeners?.onTooOften();
      if (question.reason.kind === 'refused') listeners?.onRefused(question.reason.node);
      return undefined;
    case 'dearer':
    case 'late':
    case 'someone-else':
      return listeners?.onUnconfirmed(unconfirmedOf(question.kind));
  }
}

interface Runs extends Submitter<RunRequest, NotRun> {
  /** Sets the callbacks for the outcome of a press. */
  readonly listen: (next: RunListeners) => void;
}

/** Sends runs of a board. A press without an answer is sent again with the same id, so that it starts one run. */
function createRuns(projectId: string, board: Board): Runs {
  let listeners: RunListeners | undefined;
  const sent = new Map<string, RunRequestInput>();
  const submitter = createSubmitter<RunRequest, RunView, NotRun>(
    {
      offer: (press) => offerOf(press, projectId, board),
      send: ({ id, payload: { to, consent } }, total) => {
        const question = sent.get(id) ?? { projectId, requestId: id, version: board.get().version, to, total, consent };
        sent.set(id, question);
        return runBoard(question);
      },
      onTaken: (_press, run) => listeners?.onRun(run),
      onAsk: (_press, question) => notifyQuestion(question, listeners),
      onRefused: (_press, error) => reportError(error),
    },
    browserEnvironment,
  );
  return { ...submitter, listen: (next) => void (listeners = next) };
}

/** The press that waits for consent, and the credits it would take. */
function consentQuestion({
  status,
}: PressState<RunRequest, NotRun>): { readonly press: RunPress; readonly total: number } | undefined {
  if (status.step !== 'asking' || status.question.kind !== 'not' || status.question.reason.kind !== 'consent')
    return undefined;
  return { press: status.press, total: status.question.reason.total };
}

/** Runs a board's nodes: saves first, keeps to the price shown, and asks for consent if people are edited. */
export function useRun({ projectId, board, current, shown, ...listeners }: RunOptions): Running {
  const [runs] = useState(() => createRuns(projectId, board));
  useEffect(() => runs.listen(listeners));
  const state = useStore(runs);
  const cancelling = useMutation({ mutationFn: cancelRun, onSuccess: listeners.onRun });
  const { status } = state;
  const consenting = consentQuestion(state);
  const underway = status.step === 'waiting' || status.step === 'sending' ? status.press.payload : undefined;
  return {
    running: underway?.to,
    starting: { note: noteOf(state), mayWithdraw: status.step === 'waiting', withdraw: runs.withdraw },
    asking: consenting === undefined ? undefined : { total: consenting.total },
    run: (to, said = shown === undefined ? undefined : quoteFor(shown, board.get().history.present, to).total) =>
      runs.press({ id: newId(), payload: { to, consent: false }, said, by: userOf(sessionState()) }),
    answer: (consents) => {
      // Read the current state: the dialog also closes after a yes, when there is no question left.
      const question = consentQuestion(runs.get());
      if (question === undefined) return;
      if (consents)
        runs.press({ ...question.press, payload: { ...question.press.payload, consent: true }, said: question.total });
      else runs.withdraw();
    },
    cancel: () => {
      if (current?.status === 'running') cancelling.mutate(current.id);
    },
  };
}
