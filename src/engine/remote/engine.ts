import { asTheyEnd } from '../outcomes.js';
import type { Engine, EngineOutcome, EngineProgress, EngineRequest } from '../port.js';
import { RemoteMember, runOf, type MemberOutcome } from './member.js';

export {
  REMOTE_DEFAULTS,
  RemoteMember,
  runOf,
  type RemoteConnection,
  type RemoteSettings,
  type RunBook,
  type RunCalls,
  type RunReport,
} from './member.js';

/** Called when an output moves from one engine to the next. Never throws. */
export type OnFailover = (from: RemoteMember, to: RemoteMember) => Promise<void>;

/**
 * The engine port over several engines that serve the same model, with failover. A fault of the engine (unreachable,
 * busy, too slow, unpaid, invalid answer, request rejected) and a result with a shortfall move the output to the next
 * one. A content refusal does not: another engine is not asked to make what one has refused. A result with a shortfall
 * is used if no engine makes a better one.
 * @param members in order of preference; an engine that already runs the output comes first
 */
export function engineOver(members: readonly RemoteMember[], onFailover?: OnFailover): Engine {
  return {
    async *generate(request, on, signal) {
      const handlers = new Map<number, RemoteMember>();
      const outcomes = request.outputs.map((output): [number, Promise<EngineOutcome>] => [
        output.index,
        byTheFirst(members, request, output, on, signal, handlers, onFailover),
      ]);
      for await (const outcome of asTheyEnd(new Map(outcomes), signal)) {
        yield outcome;
        // The consumer has taken this outcome. A run that may be retried after a transient fault stays recorded.
        if (outcome.state === 'made' || !outcome.again)
          await handlers.get(outcome.index)?.close(runOf(request.id, outcome.index));
      }
    },
  };
}

async function byTheFirst(
  members: readonly RemoteMember[],
  request: EngineRequest,
  output: EngineRequest['outputs'][number],
  on: (progress: EngineProgress) => void,
  signal: AbortSignal,
  handlers: Map<number, RemoteMember>,
  onFailover: OnFailover | undefined,
): Promise<EngineOutcome> {
  const run = runOf(request.id, output.index);
  const tried: MemberOutcome[] = [];
  const candidates = await inOrder(members, run);
  for (const [place, member] of candidates.entries()) {
    handlers.set(output.index, member);
    const made = await member.make(request, output, on, signal);
    const isShort = made.outcome.state === 'made' && made.outcome.shortfall !== undefined;
    if ((made.fault === undefined && !isShort) || signal.aborted) return made.outcome;
    const short = tried.find(({ outcome }) => outcome.state === 'made');
    if (made.fault === 'refused') return (short ?? made).outcome;
    tried.push(made);
    const next = candidates[place + 1];
    if (next === undefined) {
      // A run that may still be going on is not needed beside a result.
      if (short !== undefined) await member.letGo(run);
      break;
    }
    await member.letGo(run);
    await onFailover?.(member, next);
  }
  const [first] = tried;
  if (first === undefined) throw new RangeError('an engine without members');
  // A retry would pay for another result with a shortfall. Otherwise a transient fault of any engine makes the task
  // retry.
  const short = tried.find(({ outcome }) => outcome.state === 'made');
  const passing = tried.find(({ outcome }) => outcome.state === 'failed' && outcome.again);
  return (short ?? passing ?? first).outcome;
}

/** Orders engines so that one that already runs the output comes first: its result may be ready. */
async function inOrder(members: readonly RemoteMember[], run: string): Promise<readonly RemoteMember[]> {
  if (members.length < 2) return members;
  const holding = await Promise.all(members.map((member) => member.holds(run)));
  return [...members.filter((_, place) => holding[place]), ...members.filter((_, place) => !holding[place])];
}
