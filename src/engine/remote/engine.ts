import { asTheyEnd } from '../outcomes.js';
import type { Engine, EngineOutcome, EngineProgress, EngineRequest } from '../port.js';
import { RemoteMember, runOf, type MemberOutcome, type RemoteConnection } from './member.js';

export { REMOTE_DEFAULTS, RemoteMember, runOf, type RemoteConnection, type RemoteSettings, type RunBook, type RunCalls, type RunReport } from './member.js';

/** Told when an output goes from one engine to the next. Never throws. */
export type OnFailover = (from: RemoteMember, to: RemoteMember) => Promise<void>;

/** The engine port over one engine behind an address. */
export function createRemoteEngine(connection: RemoteConnection): Engine {
  return engineOver([new RemoteMember(connection)]);
}

/**
 * The engine port over engines that serve the same model: each output is made by the first that can. A fault of an engine's own (it is
 * gone, busy, too slow, without money, answers nonsense or does not take the request) passes the output on; a refusal of the content
 * never does: another engine is not requested what one has judged.
 * @param members in the order in which they are asked; an engine that has a run of the output in progress comes first
 */
export function engineOver(members: readonly RemoteMember[], onFailover?: OnFailover): Engine {
  return {
    async *generate(request, on, signal) {
      const handlers = new Map<number, RemoteMember>();
      const outcomes = request.outputs.map((output): [number, Promise<EngineOutcome>] => [
        output.index, byTheFirst(members, request, output, on, signal, handlers, onFailover),
      ]);
      for await (const outcome of asTheyEnd(new Map(outcomes), signal)) {
        yield outcome;
        // Whoever requests the next has taken this one in. What may still come of a passing fault stays noted.
        if (outcome.state === 'made' || !outcome.again) await handlers.get(outcome.index)?.close(runOf(request.id, outcome.index));
      }
    },
  };
}

async function byTheFirst(
  members: readonly RemoteMember[], request: EngineRequest, output: EngineRequest['outputs'][number], on: (progress: EngineProgress) => void, signal: AbortSignal,
  handlers: Map<number, RemoteMember>, onFailover: OnFailover | undefined,
): Promise<EngineOutcome> {
  const run = runOf(request.id, output.index);
  const failures: MemberOutcome[] = [];
  const candidates = await inOrder(members, run);
  for (const [place, member] of candidates.entries()) {
    handlers.set(output.index, member);
    const made = await member.make(request, output, on, signal);
    if (made.fault === undefined || made.fault === 'refused' || signal.aborted) return made.outcome;
    failures.push(made);
    const next = candidates[place + 1];
    if (next === undefined) break;
    await member.letGo(run);
    await onFailover?.(member, next);
  }
  // Should one of them be well again soon, the task is tried again.
  const [first] = failures;
  const passing = failures.find(({ outcome }) => outcome.state === 'failed' && outcome.again);
  if (first === undefined) throw new RangeError('an engine over no members');
  return (passing ?? first).outcome;
}

/** Whoever has the output in progress first: it may be made already. */
async function inOrder(members: readonly RemoteMember[], run: string): Promise<readonly RemoteMember[]> {
  if (members.length < 2) return members;
  const holding = await Promise.all(members.map((member) => member.holds(run)));
  return [...members.filter((_, place) => holding[place]), ...members.filter((_, place) => !holding[place])];
}
