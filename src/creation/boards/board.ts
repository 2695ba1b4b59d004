import { charge } from '../../catalog/cost.shared.js';
import type { ModelView } from '../../catalog/model.shared.js';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { derivedId } from '../../kernel/ids.js';
import { refusalOf, type CallerKinds } from '../../kernel/permissions.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { planNeeded, type Allowed } from '../tasks/submit/allowed.shared.js';
import { EDIT, fitTimeline, readTimeline, rolesOf, slotOf } from '../procedures/params.shared.js';
import { planOf, type Plan, type SourceFacts } from '../procedures/plan.shared.js';
import { remoteRefusal } from '../procedures/remote-problem.shared.js';
import { withLoras } from '../tasks/submit/loras.js';
import { withModelSettings } from '../tasks/submit/model-settings.js';
import { kindsOf, sourceGoneError, unsuitableSource, type StoredMedia } from '../tasks/submit/sources.js';
import { drawsNothing, promptRefusal } from '../tasks/submit/submit.js';
import {
  FORMS,
  partsOf,
  type ProcedureName,
  type RequestParts,
  type SourceRef,
  type SourceRole,
} from '../tasks/task.shared.js';
import { requestOf } from './step-request.js';
import type { BoardContent, CreationNode, Made, NodeId, RunQuote } from './board.shared.js';
import type { Feed, Planned } from './run.js';
import { feedsOf, neededFor } from './structure.shared.js';

/** Plans a run of a board: the order, the prices, and what prevents it. Pure functions. */

/** Facts that a plan depends on. */
export interface PlanFacts {
  readonly models: ReadonlyMap<string, ModelView>;
  readonly callerKinds: CallerKinds;
  readonly allowed: Pick<Allowed, 'proModels' | 'maxShortSide'>;
  /** Free (relaxed) creations left today. */
  readonly relaxedLeft: number;
  /** Procedures whose final a connected engine makes for the user, and the free drafts left today. */
  readonly drafted: ReadonlySet<ProcedureName>;
  readonly draftsLeft: number;
  /** Stored facts of all sources and existing results, by `keyOf`. Deleted media are missing. */
  readonly media: ReadonlyMap<string, StoredMedia>;
  /** The latest result of each node. */
  readonly made: Readonly<Record<string, Made>>;
  readonly now: Millis;
}

/** What to run. `anew` runs `to`, or everything, again even if nothing has changed. */
export interface Wanted {
  readonly to: NodeId | null;
  readonly anew: boolean;
}

export interface BoardPlan {
  /** In order of execution, without refused nodes and their dependants. */
  readonly steps: readonly Planned[];
  readonly total: number;
  /** Nodes to run that use a person's likeness. */
  readonly likeness: readonly NodeId[];
  readonly refused: readonly { readonly node: NodeId; readonly error: ProductError }[];
}

/** Key of a source reference. */
export const keyOf = (ref: SourceRef): string => canonicalJson(ref);

/** Reference to the selected output of a result. */
export const outputOf = ({ taskId, index }: Made): SourceRef => ({ from: 'output', taskId, index });

/**
 * Fingerprint of a step's inputs, without the user and the price. Equal fingerprints mean that the result can be
 * reused.
 */
export function fingerprintOf({ input, params, sources }: RequestParts): string {
  return derivedId('board-step', canonicalJson({ input, params, sources }));
}

/** A creation as a source of later nodes. */
interface Coming {
  readonly feed: { readonly ref: SourceRef } | { readonly step: NodeId };
  /** Facts of the existing or the planned output. */
  readonly facts: Omit<SourceFacts, 'role'> & Pick<StoredMedia, 'kind'>;
}

/**
 * Plans a board. Settings are checked exactly as for a single creation. Sizes and durations of outputs that do not
 * exist yet come from `planOf`.
 * @param content a board without faults (`faultOf`)
 */
export function planBoard(content: BoardContent, { to, anew }: Wanted, facts: PlanFacts): BoardPlan {
  const steps: Planned[] = [];
  const likeness: NodeId[] = [];
  const refused: BoardPlan['refused'][number][] = [];
  const coming = new Map<NodeId, Coming>();
  let { relaxedLeft, draftsLeft } = facts;
  for (const node of neededFor(content, to)) {
    const gathered = gather(content, node, coming, facts);
    if (gathered === 'hangs') continue;
    const drawn = gathered.ok
      ? draft(node, gathered.value, { ...facts, relaxedLeft, draftsLeft }, anew && (to === null || to === node.id))
      : gathered;
    if (!drawn.ok) {
      refused.push({ node: node.id, error: { ...drawn.error, params: { ...drawn.error.params, node: node.id } } });
      continue;
    }
    const { step, next, freeBy } = drawn.value;
    steps.push(step);
    coming.set(node.id, next);
    if (freeBy === 'relaxed') relaxedLeft -= 1;
    if (freeBy === 'draft') draftsLeft -= 1;
    if (step.reused === undefined && FORMS[node.procedure].likeness === true) likeness.push(node.id);
  }
  return { steps, total: steps.reduce((sum, { price }) => sum + price, 0), likeness, refused };
}

/** A plan as the owner sees it. */
export function viewPlan({ steps, total, likeness, refused }: BoardPlan, version: number): RunQuote {
  return {
    version,
    total,
    likeness,
    refused,
    steps: steps.map(({ node, price, reused }) => ({
      node,
      price,
      status: reused === undefined ? 'waiting' : 'reused',
    })),
  };
}

interface Gathered {
  readonly prompt: string;
  readonly given: readonly (Coming & { readonly role: SourceRole })[];
}

/**
 * Collects the inputs of a node.
 * @returns `hangs` if a dependency cannot be run; the reason is reported for that dependency
 */
function gather(
  content: BoardContent,
  node: CreationNode,
  coming: ReadonlyMap<NodeId, Coming>,
  { media, now }: PlanFacts,
): 'hangs' | Result<Gathered, ProductError> {
  const given: Gathered['given'][number][] = [];
  let { prompt } = node;
  for (const { from, feeds } of feedsOf(content, node.id)) {
    const source = content.nodes.find(({ id }) => id === from);
    if (source?.kind === 'words') prompt = source.text;
    if (feeds === 'prompt' || source === undefined || source.kind === 'words') continue;
    if (source.kind === 'creation') {
      const made = coming.get(from);
      if (made === undefined) return 'hangs';
      given.push({ ...made, role: feeds });
      continue;
    }
    // An empty source counts as no source.
    if (source.ref === null) continue;
    const stored = media.get(keyOf(source.ref));
    if (stored === undefined) return err(sourceGoneError(kindsOf(node.procedure, feeds)[0] ?? 'image', feeds));
    given.push({ role: feeds, feed: { ref: source.ref }, facts: factsOf(stored, now) });
  }
  return ok({ prompt, given });
}

function factsOf({ kind, width, height, bytes, seconds, madeAt }: StoredMedia, now: Millis): Coming['facts'] {
  return {
    kind,
    width,
    height,
    bytes,
    ...defined({ seconds }),
    ...(madeAt === undefined ? {} : { ageMs: now - madeAt }),
  };
}

/** Facts of a planned output that does not exist yet. */
const factsOfPlan = ({ media, width, height, seconds }: Plan): Coming['facts'] => ({
  kind: media,
  width,
  height,
  ageMs: 0,
  ...(media === 'video' ? { seconds } : {}),
});

/** Placeholder for a future output. No task has this id. */
const pendingRef = (node: NodeId): SourceRef => ({
  from: 'output',
  taskId: derivedId('board-pending', node),
  index: 0,
});
const refOf = ({ feed }: Coming): SourceRef => ('ref' in feed ? feed.ref : pendingRef(feed.step));

/**
 * @returns the error that a submission would return, except for checks at the moment of submission: moderation, limits,
 * account
 */
function draft(
  node: CreationNode,
  { prompt, given }: Gathered,
  facts: PlanFacts,
  anew: boolean,
): Result<{ readonly step: Planned; readonly next: Coming; readonly freeBy?: 'relaxed' | 'draft' }, ProductError> {
  const { id, procedure } = node;
  const model = facts.models.get(node.model);
  if (model === undefined || !model.procedures.includes(procedure))
    return err(productError('MODEL_NOT_SUPPORTED', { model: node.model }));
  const wrong = given.flatMap(({ role, facts: { kind } }) => unsuitableSource(procedure, role, kind) ?? [])[0];
  if (wrong !== undefined) return err(wrong);
  const bare = { procedure, model: node.model, settings: settingsFor(node, given), prompt };
  // Consent is checked once for the whole run.
  const requested = requestOf(
    bare,
    given.map((one) => ({ role: one.role, ref: refOf(one) })),
    { requestId: PLANNED, price: { amount: 0, priceVersion: model.priceVersion } },
    true,
  );
  if (!requested.ok) return requested;
  const request = partsOf(requested.value);
  const kinds = Object.fromEntries(given.map(({ role, facts: { kind } }) => [slotOf(role), kind]));
  const fault = refusedOf(request, model, facts) ?? remoteRefusal(procedure, { ...request.params }, kinds, model);
  if (fault !== undefined) return err(fault);
  const plan = planOf(
    request.params,
    request.sources.flatMap(({ role, ref }) =>
      given
        .filter((one) => keyOf(refOf(one)) === keyOf(ref))
        .slice(0, 1)
        .map((one): SourceFacts => ({ ...one.facts, role })),
    ),
    model.longSide,
  );
  if (!plan.ok) return plan;
  const feeds = given.map(({ role, feed }): Feed => ({ role, ...feed }));
  const before = anew ? undefined : unchanged(facts, id, request, feeds);
  if (before !== undefined) {
    const step: Planned = { node: id, ...bare, feeds, price: 0, priceVersion: model.priceVersion, reused: before.made };
    return ok({ step, next: { feed: { ref: outputOf(before.made) }, facts: factsOf(before.media, facts.now) } });
  }
  const settled = withModelSettings(request.input, model);
  const loaded = settled.ok ? withLoras(settled.value, model) : settled;
  if (!loaded.ok) return loaded;
  const price = charge(
    model,
    { outputs: request.input.count, pixels: plan.value.width * plan.value.height, seconds: plan.value.seconds },
    {
      relaxed: model.relaxed ? facts.relaxedLeft : 0,
      drafts: model.engine === 'local' && facts.drafted.has(procedure) ? facts.draftsLeft : 0,
    },
  );
  return ok({
    step: { node: id, ...bare, feeds, price: price.amount, priceVersion: model.priceVersion },
    next: { feed: { step: id }, facts: factsOfPlan(plan.value) },
    ...(price.draft !== undefined ? { freeBy: 'draft' } : price.relaxed !== undefined ? { freeBy: 'relaxed' } : {}),
  });
}

/** The node's settings. A video range is clamped to its source, which may have become shorter, or may not exist yet. */
function settingsFor({ procedure, settings }: CreationNode, given: Gathered['given']): CreationNode['settings'] {
  const kept = procedure === 'videoEdit.createVideoEdit' ? readTimeline(settings['timeline']) : undefined;
  if (kept === undefined) return settings;
  const clips = rolesOf('clip', { max: EDIT.clips })
    .flatMap((role) => given.filter((one) => one.role === role))
    .map(({ facts: { seconds } }, index) => ({ number: index + 1, ...defined({ seconds }) }));
  const { cuts, texts } = fitTimeline(kept, clips);
  return cuts === kept.cuts
    ? settings
    : { ...settings, timeline: { cuts: cuts.map((cut) => ({ ...cut })), texts: texts.map((text) => ({ ...text })) } };
}

/** Request id of a step that is only planned. */
const PLANNED = derivedId('board-planned');

function refusedOf(
  request: RequestParts,
  model: ModelView,
  { allowed, callerKinds }: PlanFacts,
): ProductError | undefined {
  const reason = planNeeded(model, request.params, allowed);
  const refused = refusalOf(reason === undefined ? 'create' : 'createPro', callerKinds);
  if (refused !== undefined) return productError(refused.identifier, { model: model.id, ...defined({ reason }) });
  return promptRefusal(request) ?? drawsNothing(request, model);
}

/** The node's earlier result, if it still exists and the inputs are the same. */
function unchanged(
  { made, media }: PlanFacts,
  node: NodeId,
  request: RequestParts,
  feeds: readonly Feed[],
): { readonly made: Made; readonly media: StoredMedia } | undefined {
  const before = made[node];
  const stored = before && media.get(keyOf(outputOf(before)));
  if (before === undefined || stored === undefined || feeds.some((feed) => 'step' in feed)) return undefined;
  return before.fingerprint === fingerprintOf(request) ? { made: before, media: stored } : undefined;
}

/** Request id of a step of a run. It is derived, so submitting twice gives one task. */
export const stepRequestOf = (runId: string, node: NodeId): string => derivedId('board-step-request', runId, node);
