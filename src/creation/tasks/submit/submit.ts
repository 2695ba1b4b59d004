import type { ModelView } from '../../../catalog/model.shared.js';
import { charge, chargeIn } from '../../../catalog/cost.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { derivedId, type TaskId, type UserId } from '../../../kernel/ids.js';
import { NO_LIMIT, refusalOf } from '../../../kernel/permissions.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { Versioned } from '../../../platform/documents/port.js';
import type { RateLimit } from '../../../platform/rate-limit/port.js';
import { currentTraceparent } from '../../../platform/telemetry/tracing.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import { finalsFor, planNeeded } from './allowed.shared.js';
import { deductionFor } from './deduction.js';
import type { DailyQuota } from './daily-quota.js';
import type { Inspections } from './inspections.js';
import type { CheckSource } from './media-check.js';
import type { Dispatcher } from '../run/dispatcher.js';
import { useOf, type FreeUseDeps, type FreeUser, type Use } from './free-use.js';
import { finishReserving, submittedOrRefused, type ReserveDeps } from './reserve.js';
import { KeyedMutex } from '../../../platform/concurrency/keyed-mutex.js';
import { canonicalJson } from '../../../kernel/event-sourcing/canonical.js';
import { defined } from '../../../kernel/defined.shared.js';
import { textsOf } from '../../procedures/params.shared.js';
import { planOf } from '../../procedures/plan.shared.js';
import { ignoredSettings, remoteRefusal } from '../../procedures/remote-problem.shared.js';
import { hasPersonSpeak } from '../../procedures/registry.shared.js';
import { defaultProjectOf, type ProjectId } from '../../projects/project.js';
import type { ProjectStore } from '../../projects/project.store.js';
import { findSources, type SourceDeps } from './sources.js';
import { kindOf } from '../../../engine/sources.shared.js';
import { promptClaims } from '../../../engine/local/words-claimed.js';
import { demandOf, FORMS, partsOf, slotOf, type CreationRequest, type RequestParts } from '../task.shared.js';
import { reserve } from '../task.js';
import type { InProject, Reserving, Source, Surcharge, Task } from '../task.state.js';
import { readingOf } from '../../procedures/reading.shared.js';
import { withLoras } from './loras.js';
import { originsOf, surchargeOf, type SurchargeDeps } from './origins.js';
import { surchargeOn, withSurcharge } from './surcharge.shared.js';
import { withModelSettings } from './model-settings.js';
import { withdrawnRefusal, type WithdrawnDeps } from './withdrawn.js';
import { moderateTexts, type TextChecks } from './words-check.js';

export interface SubmitDeps
  extends ReserveDeps, SourceDeps, TextChecks, Pick<FreeUseDeps, 'regCountry' | 'entitlements'> {
  readonly relaxed: Pick<DailyQuota, 'take' | 'left'>;
  readonly drafts: Pick<DailyQuota, 'take' | 'left'>;
  readonly projects: Pick<ProjectStore, 'place'>;
  /** Informed of a new task at once, so that its first answer already holds its queue position. */
  readonly queue: Pick<Dispatcher, 'observe'>;
  /** Counts new requests per user. */
  readonly rateLimit: Pick<RateLimit, 'take' | 'giveBack'>;
  /** Finds a model of the catalogue. */
  readonly findModel: (id: string) => Promise<ModelView | undefined>;
  /** The catalogue's models for a procedure. */
  readonly modelsFor: (procedure: string) => Promise<readonly ModelView[]>;
  readonly checkSource: CheckSource;
  readonly inspections: Pick<Inspections, 'refusalOf'>;
  readonly findWithdrawn: WithdrawnDeps['findWithdrawn'];
  readonly mayEarn: SurchargeDeps['mayEarn'];
}

/** The submitting user: everything that a creation needs from a session. */
export interface Submitter extends FreeUser {
  /** Interface language, for moderation. */
  readonly language: string;
  /** API credits pay; absent for credits. */
  readonly paysWith?: 'api_credits';
}

/** Rate limit of speech per user: far more than anybody can listen to. */
const SPEECHES = { limit: 6, windowMs: 60_000 } as const;
const speechOf = (owner: UserId): string => `speech:${owner}`;

/** Refuses an empty prompt if the settings require one: INPUT_INVALID_FOR_SERVICE {input: 'prompt', reason}. */
export function promptRefusal({ params, input, sources }: RequestParts): ProductError | undefined {
  const { emptyPrompt: reason } = FORMS[params.procedure];
  const demand = demandOf(params.procedure, { ...params }, new Set(sources.map(({ role }) => slotOf(role))));
  return reason !== undefined && demand.prompt === 'required' && input.prompt === ''
    ? productError('INPUT_INVALID_FOR_SERVICE', { input: 'prompt', reason })
    : undefined;
}

/**
 * Refuses a request to the built-in engine if nothing of the prompt would appear in the result. Connected engines
 * interpret prompts themselves.
 * @returns INPUT_INVALID_FOR_SERVICE {input: 'prompt', reason: 'nothing-drawn' | 'nothing-changed' | 'no-sound'}
 */
export function drawsNothing(
  { params, input: { prompt, negativePrompt, seed }, sources }: RequestParts,
  { engine }: Pick<ModelView, 'engine'>,
): ProductError | undefined {
  if (engine !== 'local') return undefined;
  const reason = promptClaims({
    ...readingOf(params),
    prompt,
    negativePrompt,
    seed,
    roles: sources.map(({ role }) => role),
  })?.lacks;
  return reason === undefined ? undefined : productError('INPUT_INVALID_FOR_SERVICE', { input: 'prompt', reason });
}

/** Refuses what a model of a connected engine cannot serve; see `remoteRefusal`. */
const remoteRefusalOf = (
  { params }: RequestParts,
  sources: readonly Pick<Source, 'role' | 'type'>[],
  model: ModelView,
): ProductError | undefined =>
  remoteRefusal(
    params.procedure,
    { ...params },
    Object.fromEntries(sources.map(({ role, type }) => [slotOf(role), kindOf(type)])),
    model,
  );

/** The draft that a final names. An id from outside is not verified here: an unknown one deducts nothing. */
const draftNamed = (id: string | undefined): TaskId | undefined => id as TaskId | undefined;

/** The task id of a user's request. It is derived from both, so a double click gives one task. */
export function taskIdOf(owner: UserId, requestId: string): TaskId {
  // An id derived from these two is a task id by definition.
  return derivedId('task', owner, requestId.toLowerCase()) as TaskId;
}

/**
 * Fingerprint of the request and its sources, without the price shown. The same request id with another fingerprint is
 * an error.
 */
function fingerprintOf(
  owner: UserId,
  { input, params, sources }: RequestParts,
  { projectId, draftId, originId }: CreationRequest['input'],
  paysWith: Submitter['paysWith'],
): string {
  const project = projectId === undefined || projectId === defaultProjectOf(owner) ? {} : { projectId };
  return derivedId(
    'task-request',
    canonicalJson({ input, params, sources, ...project, ...defined({ draftId, originId, paysWith }) }),
  );
}

/**
 * Submits creations: one task per request id, priced and held for before it may run. A refused request costs nothing
 * and leaves nothing. The document is written before the hold, so that after a crash in between the sweeper can finish
 * it (README, "What happens when a process dies").
 */
export class Submission {
  /** Serialises counting and creating per user, so that a burst of requests cannot exceed the limit. */
  private readonly counting = new KeyedMutex<UserId>();

  constructor(private readonly deps: SubmitDeps) {}

  /**
   * @returns the task, new or from the same earlier request; or MODEL_NOT_SUPPORTED, MODEL_SETTING_INVALID {setting},
   *   LORA_INVALID {lora}, those of `withdrawnRefusal`, PRO_FEATURE {model, reason}, PERMISSION_ERROR {reason},
   *   IDEMPOTENCY_MISMATCH, AI_RATE_LIMIT {seconds}, SPEECH_TOO_FREQUENT {seconds}, INPUT_INVALID_FOR_SERVICE {input:
   *   'prompt', reason: 'nothing-said' or that of `drawsNothing`}, the refusals of `remoteRefusal` and `inspectImage`,
   *   PROJECT_NOT_FOUND, IMAGE_NOT_FOUND {input}, VIDEO_NOT_FOUND {input}, the errors of `planOf`, SENSITIVE_TEXT,
   *   SENSITIVE_IMAGE {input}, UNEXPECTED_MODERATION, PRICE_CHANGED {amount, priceVersion}, PARALLEL_TASK_LIMIT {limit,
   *   parallel}, USER_VIDEO_LIMIT {limit}, RECIPE_NEEDS_CREDITS, CREDITS_NOT_ENOUGH or API_CREDITS_NOT_ENOUGH {needed,
   *   available}. Once the document is written, a store failure is no refusal: the task is returned as `reserving`.
   * @throws StoreUnavailable before that
   */
  async submit(user: Submitter, creation: CreationRequest): Promise<Result<Versioned<Task>, ProductError>> {
    const submitted = await this.accept(user, creation);
    // The dispatcher's next round dispatches it.
    if (submitted.ok) this.deps.queue.observe(submitted.value.document.id, submitted.value.document);
    return submitted;
  }

  private async accept(user: Submitter, creation: CreationRequest): Promise<Result<Versioned<Task>, ProductError>> {
    const id = taskIdOf(user.id, creation.input.requestId);
    const request = partsOf(creation);
    const promptless = promptRefusal(request);
    if (promptless !== undefined) return err(promptless);
    const fingerprint = fingerprintOf(user.id, request, creation.input, user.paysWith);
    const existing = await this.deps.tasks.get(id);
    if (existing !== undefined) return this.resume(existing, fingerprint);
    const counted = await this.deps.rateLimit.take(`create:${user.id}`, {
      limit: this.deps.settings.requestsAMinute,
      windowMs: 60_000,
    });
    if (!counted.allowed)
      return err(productError('AI_RATE_LIMIT', { seconds: Math.ceil(counted.retryAfterMs / 1_000) }));
    const place = await this.place(user.id, creation.input);
    if (!place.ok) return place;
    const use = await useOf(this.deps, user, FORMS[creation.procedure].makes !== 'image');
    if (!use.ok) return use;
    const origins = await originsOf(this.deps.tasks, creation.input.originId, creation.procedure);
    const offer = await surchargeOf(this.deps, user.id, creation.input.originId, creation.procedure);
    if (offer !== undefined && user.paysWith !== undefined) return err(productError('RECIPE_NEEDS_CREDITS'));
    const task = await this.draft(
      user,
      use.value,
      { id, fingerprint, ...place.value, ...(origins.length === 0 ? {} : { origins }) },
      request,
      draftNamed(creation.input.draftId),
      offer,
    );
    if (!task.ok) return task;
    const allowed = await this.moderate(task.value, user);
    if (!allowed.ok) return allowed;
    const model = await this.deps.findModel(request.input.model);
    const nothing = model === undefined ? undefined : drawsNothing(request, model);
    if (nothing !== undefined) return err(nothing);
    const unserved = model === undefined ? undefined : remoteRefusalOf(request, task.value.sources, model);
    if (unserved !== undefined) return err(unserved);
    const unusable =
      model?.engine === 'local'
        ? await this.deps.inspections.refusalOf(user.id, creation.procedure, task.value.sources, model.id)
        : undefined;
    if (unusable !== undefined) return err(unusable);
    if (creation.input.priceOnly === true || task.value.price.amount > creation.input.price.amount) {
      return err(
        productError('PRICE_CHANGED', { amount: task.value.price.amount, priceVersion: task.value.price.version }),
      );
    }
    const created = await this.counting.run(user.id, () => this.create(task.value, use.value));
    if (!created.ok) return created;
    if (created.value === 'conflict') {
      await this.unspeak(task.value);
      const other = await this.deps.tasks.get(id);
      return other === undefined ? err(productError('TRY_AGAIN')) : this.resume(other, fingerprint);
    }
    const finished = await this.finish({ id, version: 1, document: task.value }, task.value);
    if (!finished.ok) await this.unspeak(task.value);
    return finished;
  }

  /** Counts a creation with speech. This is the last check before the write, so refused requests do not count. */
  private async speak({ owner, params }: Reserving): Promise<Result<void, ProductError>> {
    if (!hasPersonSpeak(params.procedure)) return ok(undefined);
    const spoken = await this.deps.rateLimit.take(speechOf(owner), SPEECHES);
    return spoken.allowed
      ? ok(undefined)
      : err(productError('SPEECH_TOO_FREQUENT', { seconds: Math.ceil(spoken.retryAfterMs / 1_000) }));
  }

  /** Undoes the count of `speak` for a task that was not created. */
  private async unspeak({ owner, params }: Reserving): Promise<void> {
    if (hasPersonSpeak(params.procedure)) await this.deps.rateLimit.giveBack(speechOf(owner));
  }

  /**
   * Holds and queues. The task is stored by now, so an unknown outcome is no refusal: the task is returned as
   * `reserving`, and the sweeper finishes it. A refusal here could make the user pay twice by trying again.
   */
  private async finish(known: Versioned<Task>, task: Reserving): Promise<Result<Versioned<Task>, ProductError>> {
    try {
      const finished = await finishReserving(this.deps, task, known.version);
      return finished.ok || finished.error.identifier !== 'TRY_AGAIN' ? finished : ok(known);
    } catch (error) {
      if (error instanceof StoreUnavailable) return ok(known);
      throw error;
    }
  }

  private place(owner: UserId, { projectId }: CreationRequest['input']): Promise<Result<InProject, ProductError>> {
    // Ids from outside are not verified here: an unknown id leads to PROJECT_NOT_FOUND.
    return projectId === undefined ? Promise.resolve(ok({})) : this.deps.projects.place(owner, projectId as ProjectId);
  }

  private async draft(
    user: Submitter,
    use: Use,
    named: InProject & Pick<Task, 'id' | 'fingerprint' | 'origins'>,
    request: RequestParts,
    draftId: TaskId | undefined,
    offer: Surcharge | undefined,
  ): Promise<Result<Reserving, ProductError>> {
    const { params } = request;
    const model = await this.deps.findModel(request.input.model);
    if (model === undefined || !model.procedures.includes(params.procedure))
      return err(productError('MODEL_NOT_SUPPORTED', { model: request.input.model }));
    const settled = withModelSettings(request.input, model);
    if (!settled.ok) return settled;
    const loaded = withLoras(settled.value, model);
    if (!loaded.ok) return loaded;
    const withoutEffect = ignoredSettings(params.procedure, model);
    const input = { ...loaded.value, ...(withoutEffect.length === 0 ? {} : { withoutEffect }) };
    const withdrawn = await withdrawnRefusal(params, this.deps);
    if (withdrawn !== undefined) return err(withdrawn);
    const reason = planNeeded(model, params, use.allowed);
    const refused = refusalOf(reason === undefined ? 'create' : 'createPro', use.callerKinds);
    if (refused !== undefined)
      return err(productError(refused.identifier, { model: input.model, ...defined({ reason }) }));
    const now = this.deps.clock.now();
    const sources = await findSources(this.deps, user.id, named.id, request, now);
    if (!sources.ok) return sources;
    const plan = planOf(params, sources.value, model.longSide);
    if (!plan.ok) return plan;
    const { parallel, byRole, lane, marked, relaxedADay, draftsADay } = use.allowed;
    const isDraft =
      model.engine === 'local' &&
      finalsFor(await this.deps.modelsFor(params.procedure), params.procedure, use.allowed).length > 0;
    // What is free by a plan is not free for API credits, which pay the list price.
    const byPlan = user.paysWith === undefined;
    const { relaxed, draft, ...price } = chargeIn(
      user.paysWith,
      charge(
        model,
        { outputs: input.count, pixels: plan.value.width * plan.value.height, seconds: plan.value.seconds },
        {
          relaxed: byPlan && model.relaxed ? await this.deps.relaxed.left(user.id, relaxedADay, now) : 0,
          drafts: byPlan && isDraft ? await this.deps.drafts.left(user.id, draftsADay, now) : 0,
        },
      ),
    );
    const recipe = {
      owner: user.id,
      payer: user.id,
      ...defined({ paysWith: user.paysWith }),
      input,
      params,
      sources: sources.value.map(({ ageMs: _age, ...source }) => source),
    };
    const deducted =
      draftId === undefined ? 0 : deductionFor(recipe, (await this.deps.tasks.get(draftId))?.document, price.amount);
    const surcharge = surchargeOn(price.amount, isDraft, offer?.amount ?? 0);
    const traceparent = currentTraceparent();
    return ok(
      reserve({
        ...named,
        ...recipe,
        ...plan.value,
        price: { ...price, amount: price.amount - deducted + surcharge, version: model.priceVersion },
        ...(offer === undefined || surcharge === 0 ? {} : { surcharge: { work: offer.work, amount: surcharge } }),
        ...(relaxed === undefined
          ? {}
          : {
              relaxed: {
                ...relaxed,
                amount: withSurcharge(relaxed.amount, isDraft, offer?.amount ?? 0),
                aDay: relaxedADay,
              },
            }),
        ...(isDraft ? { draft: draft === undefined ? {} : { free: { amount: draft.amount, aDay: draftsADay } } } : {}),
        ...(draftId === undefined || deducted === 0 ? {} : { deduction: { draft: draftId, amount: deducted } }),
        // Free credits never pay for an engine that bills the operator.
        eligibility: model.engine === 'local' ? 'free-models' : 'any',
        parallel,
        lane: relaxed === undefined ? lane : 'relaxed',
        marked,
        ...(byRole > 0 ? { byRole } : {}),
        createdAt: now,
        deadlineAt: now + this.deps.settings.deadlineMs,
        ...defined({ traceparent }),
        ...(model.tier === 'free' && plan.value.media === 'video' && use.videosADay !== NO_LIMIT
          ? { videosADay: use.videosADay }
          : {}),
      }),
    );
  }

  /** Answers a repeated request as before, and completes the first one if it was interrupted. */
  private async resume(existing: Versioned<Task>, fingerprint: string): Promise<Result<Versioned<Task>, ProductError>> {
    if (existing.document.fingerprint !== fingerprint) return err(productError('IDEMPOTENCY_MISMATCH'));
    return existing.document.status === 'reserving'
      ? this.finish(existing, existing.document)
      : submittedOrRefused(existing);
  }

  /** Text first, because it is fast. */
  private async moderate({ input, params, sources }: Reserving, user: Submitter): Promise<Result<void, ProductError>> {
    const said = [['prompt', input.prompt] as const, ...textsOf(params)];
    for (const together of [said, [['negativePrompt', input.negativePrompt] as const]]) {
      const words = await moderateTexts(
        this.deps,
        user,
        together.filter(([, text]) => text !== ''),
      );
      if (!words.ok) return words;
    }
    for (const source of sources) {
      const seen = await this.deps.checkSource(source);
      if (!seen.ok) return seen;
    }
    return ok(undefined);
  }

  private async create(task: Reserving, use: Use): Promise<Result<'written' | 'conflict', ProductError>> {
    const { parallel, waiting } = use.allowed;
    const unfinished = await this.deps.tasks.countUnfinished(task.owner);
    if (unfinished >= parallel + waiting)
      return err(productError('PARALLEL_TASK_LIMIT', { limit: parallel + waiting, parallel }));
    const counted = await this.speak(task);
    return counted.ok ? ok(await this.deps.tasks.create(task)) : counted;
  }
}
