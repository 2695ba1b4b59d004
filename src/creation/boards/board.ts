import { charge } from '../../catalog/cost.shared.js';
import type { ModelView } from '../../catalog/model.shared.js';
import { canonicalJson } from '../../kernel/canonical.js';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { derivedId } from '../../kernel/ids.js';
import { refusalOf, type CallerKinds } from '../../kernel/permissions.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { planNeeded, type Allowed } from '../tasks/submit/allowed.shared.js';
import { EDIT, fitTimeline, readTimeline, rolesOf } from '../procedures/params.shared.js';
import { planOf, type Plan, type SourceFacts } from '../procedures/plan.shared.js';
import { goneOf, kindsOf, unfit, type StoredMedia } from '../tasks/submit/sources.js';
import { drawsNothing, promptRefusal } from '../tasks/submit/submit.js';
import { FORMS, partsOf, type RequestParts, type SourceRef, type SourceRole } from '../tasks/task.shared.js';
import { requestOf } from './step-request.js';
import type { BoardContent, CreationNode, Made, NodeId, RunQuote } from './board.shared.js';
import type { Feed, Planned } from './run.js';
import { feedsOf, neededFor } from './structure.shared.js';

/** Plans what a board would make: in which order, at which price, and what keeps it from being made. Pure: all that is known is given. */

/** What a plan goes by. */
export interface PlanFacts {
  readonly models: ReadonlyMap<string, ModelView>;
  readonly callerKinds: CallerKinds;
  readonly allowed: Pick<Allowed, 'proModels' | 'mostShortSide'>;
  /** Creations of today that may still cost nothing. */
  readonly relaxedLeft: number;
  /** What is given, or was made before, as it is stored; by `keyOf`. What has gone is not in it. */
  readonly media: ReadonlyMap<string, StoredMedia>;
  /** Of each node, what it was made as last. */
  readonly made: Readonly<Record<string, Made>>;
  readonly now: Millis;
}

/** What is to be made. `again` makes `to`, or everything, again though nothing has changed. */
export interface Wanted {
  readonly to: NodeId | null;
  readonly anew: boolean;
}

export interface BoardPlan {
  /** In the order in which they are made; without what is refused and what hangs on it. */
  readonly steps: readonly Planned[];
  readonly total: number;
  /** Nodes to be made that work on a person's likeness. */
  readonly likeness: readonly NodeId[];
  readonly refused: readonly { readonly node: NodeId; readonly error: ProductError }[];
}

/** Names what is given. */
export const keyOf = (ref: SourceRef): string => canonicalJson(ref);

/** The output that a node was made as. */
export const outputOf = ({ taskId, index }: Made): SourceRef => ({ from: 'output', taskId, index });

/** What a step was made of, all but who pressed and at which price: what is the same again need not be made again. */
export function fingerprintOf({ input, params, sources }: RequestParts): string {
  return derivedId('board-step', canonicalJson({ input, params, sources }));
}

/** What represents a creation in the places that it feeds. */
interface Coming {
  readonly feed: { readonly ref: SourceRef } | { readonly step: NodeId };
  /** As it is, or as it will be. */
  readonly facts: Omit<SourceFacts, 'role'> & Pick<StoredMedia, 'kind'>;
}

/**
 * Plans a board. Every setting is checked as a press checks it, and sizes and lengths of what is still to be made are those of `planOf`.
 * @param content without a fault (`faultOf`)
 */
export function planBoard(content: BoardContent, { to, anew }: Wanted, facts: PlanFacts): BoardPlan {
  const steps: Planned[] = [];
  const likeness: NodeId[] = [];
  const refused: BoardPlan['refused'][number][] = [];
  const coming = new Map<NodeId, Coming>();
  let { relaxedLeft } = facts;
  for (const node of neededFor(content, to)) {
    const gathered = gather(content, node, coming, facts);
    if (gathered === 'hangs') continue;
    const drawn = gathered.ok ? draft(node, gathered.value, { ...facts, relaxedLeft }, anew && (to === null || to === node.id)) : gathered;
    if (!drawn.ok) {
      refused.push({ node: node.id, error: { ...drawn.error, params: { ...drawn.error.params, node: node.id } } });
      continue;
    }
    const { step, next, isRelaxed } = drawn.value;
    steps.push(step);
    coming.set(node.id, next);
    if (isRelaxed) relaxedLeft -= 1;
    if (step.reused === undefined && FORMS[node.procedure].likeness === true) likeness.push(node.id);
  }
  return { steps, total: steps.reduce((sum, { price }) => sum + price, 0), likeness, refused };
}

/** A plan as its owner is shown it. */
export function viewPlan({ steps, total, likeness, refused }: BoardPlan, version: number): RunQuote {
  return { version, total, likeness, refused, steps: steps.map(({ node, price, reused }) => ({ node, price, status: reused === undefined ? 'waiting' : 'reused' })) };
}

interface Gathered {
  readonly prompt: string;
  readonly given: readonly (Coming & { readonly role: SourceRole })[];
}

/** What a node is made from. @returns `hangs` for what hangs on a node that cannot be made: that one says why */
function gather(content: BoardContent, node: CreationNode, coming: ReadonlyMap<NodeId, Coming>, { media, now }: PlanFacts): 'hangs' | Result<Gathered, ProductError> {
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
    // An empty place is as if nothing fed it.
    if (source.ref === null) continue;
    const stored = media.get(keyOf(source.ref));
    if (stored === undefined) return err(goneOf(kindsOf(node.procedure, feeds)[0] ?? 'image', feeds));
    given.push({ role: feeds, feed: { ref: source.ref }, facts: factsOf(stored, now) });
  }
  return ok({ prompt, given });
}

function factsOf({ kind, width, height, bytes, seconds, madeAt }: StoredMedia, now: Millis): Coming['facts'] {
  return { kind, width, height, bytes, ...defined({ seconds }), ...(madeAt === undefined ? {} : { ageMs: now - madeAt }) };
}

/** What is still to be made, as it will be. */
const factsOfPlan = ({ media, width, height, seconds }: Plan): Coming['facts'] => ({ kind: media, width, height, ageMs: 0, ...(media === 'video' ? { seconds } : {}) });

/** Stands for what is still to be made until it is: no task has this id. */
const pendingRef = (node: NodeId): SourceRef => ({ from: 'output', taskId: derivedId('board-pending', node), index: 0 });
const refOf = ({ feed }: Coming): SourceRef => ('ref' in feed ? feed.ref : pendingRef(feed.step));

/** @returns what a press would be refused with, except for what only the moment of the press can tell: moderation, limits, the account */
function draft(node: CreationNode, { prompt, given }: Gathered, facts: PlanFacts, anew: boolean): Result<{ readonly step: Planned; readonly next: Coming; readonly isRelaxed: boolean }, ProductError> {
  const { id, procedure } = node;
  const model = facts.models.get(node.model);
  if (model === undefined || !model.procedures.includes(procedure)) return err(productError('MODEL_NOT_SUPPORTED', { model: node.model }));
  const wrong = given.flatMap(({ role, facts: { kind } }) => unfit(procedure, role, kind) ?? [])[0];
  if (wrong !== undefined) return err(wrong);
  const bare = { procedure, model: node.model, settings: settingsFor(node, given), prompt };
  // Consent is requested by the run as a whole.
  const requested = requestOf(bare, given.map((one) => ({ role: one.role, ref: refOf(one) })), { requestId: PLANNED, price: { amount: 0, priceVersion: model.priceVersion } }, true);
  if (!requested.ok) return requested;
  const request = partsOf(requested.value);
  const fault = refusedOf(request, model, facts);
  if (fault !== undefined) return err(fault);
  const plan = planOf(request.params, request.sources.flatMap(({ role, ref }) => given.filter((one) => keyOf(refOf(one)) === keyOf(ref)).slice(0, 1).map((one): SourceFacts => ({ ...one.facts, role }))), model.longSide);
  if (!plan.ok) return plan;
  const feeds = given.map(({ role, feed }): Feed => ({ role, ...feed }));
  const before = anew ? undefined : unchanged(facts, id, request, feeds);
  if (before !== undefined) {
    const step: Planned = { node: id, ...bare, feeds, price: 0, priceVersion: model.priceVersion, reused: before.made };
    return ok({ step, next: { feed: { ref: outputOf(before.made) }, facts: factsOf(before.media, facts.now) }, isRelaxed: false });
  }
  const price = charge(model, { outputs: request.input.count, pixels: plan.value.width * plan.value.height, seconds: plan.value.seconds }, model.relaxed ? facts.relaxedLeft : 0);
  return ok({ step: { node: id, ...bare, feeds, price: price.amount, priceVersion: model.priceVersion }, next: { feed: { step: id }, facts: factsOfPlan(plan.value) }, isRelaxed: price.relaxed !== undefined });
}

/** A node's settings; those of a video within what it is cut from, which may have become shorter since, or is still to be made. */
function settingsFor({ procedure, settings }: CreationNode, given: Gathered['given']): CreationNode['settings'] {
  const kept = procedure === 'videoEdit.createVideoEdit' ? readTimeline(settings['timeline']) : undefined;
  if (kept === undefined) return settings;
  const clips = rolesOf('clip', { max: EDIT.clips }).flatMap((role) => given.filter((one) => one.role === role)).map(({ facts: { seconds } }, index) => ({ number: index + 1, ...defined({ seconds }) }));
  const { cuts, texts } = fitTimeline(kept, clips);
  return cuts === kept.cuts ? settings : { ...settings, timeline: { cuts: cuts.map((cut) => ({ ...cut })), texts: texts.map((text) => ({ ...text })) } };
}

/** The request id of what is only planned. */
const PLANNED = derivedId('board-planned');

function refusedOf(request: RequestParts, model: ModelView, { allowed, callerKinds: standing }: PlanFacts): ProductError | undefined {
  const reason = planNeeded(model, request.params, allowed);
  const refused = refusalOf(reason === undefined ? 'create' : 'createPro', standing);
  if (refused !== undefined) return productError(refused.identifier, { model: model.id, ...defined({ reason }) });
  return promptRefusal(request) ?? drawsNothing(request, model);
}

/** What a node was made as, where that is still there and would be made of the very same. */
function unchanged({ made, media }: PlanFacts, node: NodeId, request: RequestParts, feeds: readonly Feed[]): { readonly made: Made; readonly media: StoredMedia } | undefined {
  const before = made[node];
  const stored = before && media.get(keyOf(outputOf(before)));
  if (before === undefined || stored === undefined || feeds.some((feed) => 'step' in feed)) return undefined;
  return before.fingerprint === fingerprintOf(request) ? { made: before, media: stored } : undefined;
}

/** The task that a step of a run is submitted as, and the request that it comes from: submitting twice is one task. */
export const stepRequestOf = (runId: string, node: NodeId): string => derivedId('board-step-request', runId, node);

