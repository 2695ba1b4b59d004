import type { ModelView } from '../../catalog/model.shared.js';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { derivedId, type TaskId, type UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Versioned } from '../../platform/documents/port.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import type { DailyQuota } from '../tasks/submit/daily-quota.js';
import { useOf, type FreeUseDeps } from '../tasks/submit/free-use.js';
import { finalsFor } from '../tasks/submit/allowed.shared.js';
import { defaultProjectOf, type ProjectId } from '../projects/project.js';
import type { ProjectStore } from '../projects/project.store.js';
import { findMedia, type SourceDeps, type StoredMedia } from '../tasks/submit/sources.js';
import type { Submitter } from '../tasks/submit/submit.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { FORMS, type SourceRef } from '../tasks/task.shared.js';
import { UPLOAD_LIMITS } from '../uploads/upload.shared.js';
import { keyOf, outputOf, planBoard, type BoardPlan, type Wanted } from './board.js';
import {
  BOARD,
  type BoardContent,
  type BoardView,
  type BoardStateView,
  type Made,
  type RunView,
} from './board.shared.js';
import type { Board, BoardStore } from './board.store.js';
import { begin, viewRun, type Run, type BoardState } from './run.js';
import type { BoardRuns } from './runs.js';
import type { BoardSignals } from './signals.js';
import { faultOf, neededFor } from './structure.shared.js';

export interface BoardsDeps extends SourceDeps, FreeUseDeps {
  readonly boards: BoardStore;
  readonly projects: Pick<ProjectStore, 'place'>;
  readonly runs: Pick<BoardRuns, 'advance'>;
  readonly signals: BoardSignals;
  readonly relaxed: Pick<DailyQuota, 'left'>;
  readonly drafts: Pick<DailyQuota, 'left'>;
  readonly findModel: (id: string) => Promise<ModelView | undefined>;
  /** All models of the catalogue. */
  readonly models: () => Promise<readonly ModelView[]>;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  /** Credits that the user can spend now. */
  readonly available: (user: UserId) => Promise<number>;
  readonly clock: Clock;
  /** Free bytes on the disk; absent if the documents are not stored on it. */
  readonly freeBytes?: () => Promise<number>;
}

/** Request of a run. */
export interface Asking extends Wanted {
  readonly version: number;
  readonly requestId: string;
  /** Price in credits that the user saw; the run never costs more. */
  readonly total: number;
  readonly consent: boolean;
}

/**
 * Requests of one user per minute. A run reads the whole board. Saves and prices follow the user's edits: a tab saves
 * about every 0.7 s, saves again at once after a conflict, and requests the price after each save and each step of a
 * run. Two tabs may do so all the time.
 */
export const BOARD_RATES = { run: 30, save: 600, quote: 600, 'save-large': 60 } as const;
const RATE_WINDOW_MS = 60_000;
/** Minimum bytes of a board that counts as large; few users have one. */
const LARGE_BYTES = 64 * 1_024;
/** Disk space in bytes that boards leave free, as uploads do, because the ledger is on the same disk. */
const MIN_FREE_BYTES = UPLOAD_LIMITS.freeBytes;

/**
 * Boards of projects, and their runs.
 * @throws StoreUnavailable from every call
 */
export class Boards {
  constructor(private readonly deps: BoardsDeps) {}

  /** @returns a project's board, empty until it is first saved; PROJECT_NOT_FOUND */
  async get(owner: UserId, project: ProjectId | undefined): Promise<Result<BoardView, ProductError>> {
    const id = await this.own(owner, project);
    return id.ok ? ok(await this.view(id.value, await this.deps.boards.get(id.value))) : id;
  }

  /**
   * Saves a board.
   * @param version the version it was read at; 0 if it was never saved
   * @returns AI_RATE_LIMIT {seconds}; PROJECT_NOT_FOUND; BOARD_INVALID {node, reason} with the reason from `faultOf`,
   * or `too-large`; TRY_AGAIN while the disk is nearly full; BOARD_CHANGED {version} if another tab saved first
   */
  async save(
    owner: UserId,
    project: ProjectId | undefined,
    version: number,
    { nodes, edges }: BoardContent,
  ): Promise<Result<BoardView, ProductError>> {
    const bytes = Buffer.byteLength(JSON.stringify({ nodes, edges }));
    if (bytes > BOARD.bytes) return err(productError('BOARD_INVALID', { node: '', reason: 'too-large' }));
    const tooOften =
      (await this.tooOften('save', owner)) ??
      (bytes > LARGE_BYTES ? await this.tooOften('save-large', owner) : undefined);
    if (tooOften !== undefined) return err(tooOften);
    if (this.deps.freeBytes !== undefined && (await this.deps.freeBytes()) - bytes < MIN_FREE_BYTES)
      return err(productError('TRY_AGAIN'));
    const id = await this.own(owner, project);
    if (!id.ok) return id;
    const fault = faultOf({ nodes, edges });
    if (fault !== undefined) return err(productError('BOARD_INVALID', { ...fault }));
    const { boards, clock } = this.deps;
    const board: Board = { id: id.value, owner, nodes, edges, changedAt: clock.now() };
    if ((await boards.put(board, version)) === 'conflict') return this.changed(id.value);
    return ok(await this.view(id.value, { id: id.value, version: version + 1, document: board }));
  }

  /**
   * Prices a run and lists what prevents it, without starting it.
   * @returns AI_RATE_LIMIT {seconds}, PROJECT_NOT_FOUND, BOARD_INVALID {node, reason}, PERMISSION_ERROR {reason:
   * country}
   */
  async quote(
    user: Submitter,
    project: ProjectId | undefined,
    wanted: Wanted,
  ): Promise<Result<{ readonly plan: BoardPlan; readonly version: number }, ProductError>> {
    const tooOften = await this.tooOften('quote', user.id);
    if (tooOften !== undefined) return err(tooOften);
    const id = await this.own(user.id, project);
    if (!id.ok) return id;
    const board = await this.deps.boards.get(id.value);
    const plan = await this.plan(
      user,
      board?.document,
      (await this.deps.boards.state(id.value))?.document.made ?? {},
      wanted,
    );
    return plan.ok ? ok({ plan: plan.value, version: board?.version ?? 0 }) : plan;
  }

  /**
   * Starts a run of a node with its dependencies, or of the whole board. Repeating the request returns the same run.
   * @returns the run; PROJECT_NOT_FOUND, IDEMPOTENCY_MISMATCH, BOARD_RUNNING, AI_RATE_LIMIT {seconds}, BOARD_CHANGED
   * {version}, BOARD_INVALID {node, reason}, the first refusal of the plan with its `node`, VALIDATION_ERROR {field:
   * consent, node}, PRICE_CHANGED {amount, priceVersion}, CREDITS_NOT_ENOUGH {needed, available}
   */
  async run(user: Submitter, project: ProjectId | undefined, asking: Asking): Promise<Result<RunView, ProductError>> {
    const id = await this.own(user.id, project);
    if (!id.ok) return id;
    const { boards, runs } = this.deps;
    const { version, to, anew } = asking;
    const named = {
      id: derivedId('board-run', id.value, asking.requestId.toLowerCase()),
      fingerprint: derivedId('board-run-request', version, to ?? '', String(anew)),
    };
    const begun = await boards.decideState<
      Result<{ readonly run: Run | undefined; readonly isNew: boolean }, ProductError>
    >(id.value, async (before) => {
      const newest = before?.run;
      if (newest?.id === named.id)
        return {
          answer:
            newest.fingerprint === named.fingerprint
              ? ok({ run: newest, isNew: false })
              : err(productError('IDEMPOTENCY_MISMATCH')),
        };
      if (newest?.status === 'running') return { answer: err(productError('BOARD_RUNNING')) };
      const work = await this.begin(user, id.value, asking, before, named);
      return work.ok
        ? { answer: ok({ run: work.value.run, isNew: true }), write: { document: work.value } }
        : { answer: work };
    });
    if (!begun.ok) return begun;
    let { run } = begun.value;
    if (begun.value.isNew) {
      this.deps.signals.changed(id.value);
      // The run is stored now. If a store prevents its start, the sweeper starts it.
      const work = await runs.advance(id.value).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return undefined;
        throw error;
      });
      run = work?.document.run ?? run;
    }
    return run === undefined ? err(productError('RUN_NOT_FOUND')) : ok(viewRun(run));
  }

  /** The caller's project; the default project if none is named. */
  async own(owner: UserId, project: ProjectId | undefined): Promise<Result<ProjectId, ProductError>> {
    const id = project ?? defaultProjectOf(owner);
    const place = await this.deps.projects.place(owner, id);
    return place.ok ? ok(id) : place;
  }

  private async tooOften(what: keyof typeof BOARD_RATES, user: UserId): Promise<ProductError | undefined> {
    const rate = await this.deps.rateLimit.take(`board-${what}:${user}`, {
      limit: BOARD_RATES[what],
      windowMs: RATE_WINDOW_MS,
    });
    return rate.allowed ? undefined : productError('AI_RATE_LIMIT', { seconds: Math.ceil(rate.retryAfterMs / 1_000) });
  }

  private async begin(
    user: Submitter,
    id: ProjectId,
    asking: Asking,
    before: BoardState | undefined,
    named: Pick<Run, 'id' | 'fingerprint'>,
  ): Promise<Result<BoardState, ProductError>> {
    const { boards, clock, available } = this.deps;
    const tooOften = await this.tooOften('run', user.id);
    if (tooOften !== undefined) return err(tooOften);
    const board = await boards.get(id);
    if ((board?.version ?? 0) !== asking.version)
      return err(productError('BOARD_CHANGED', { version: board?.version ?? 0 }));
    const planned = await this.plan(user, board?.document, before?.made ?? {}, asking);
    if (!planned.ok) return planned;
    const { steps, total, likeness, refused } = planned.value;
    const [first] = refused;
    if (first !== undefined) return err(first.error);
    const [shown] = likeness;
    if (shown !== undefined && !asking.consent)
      return err(productError('VALIDATION_ERROR', { field: 'consent', node: shown }));
    if (total > asking.total)
      return err(
        productError('PRICE_CHANGED', {
          amount: total,
          priceVersion: Math.max(...steps.map(({ priceVersion }) => priceVersion)),
        }),
      );
    const spendable = total === 0 ? 0 : await available(user.id);
    if (total > spendable) return err(productError('CREDITS_NOT_ENOUGH', { needed: total, available: spendable }));
    const now = clock.now();
    const run = begin(
      {
        ...named,
        createdAt: now,
        language: user.language,
        ...defined({ country: user.country }),
        consent: asking.consent,
      },
      steps,
    );
    return ok({ id, owner: user.id, made: before?.made ?? {}, run, changedAt: now });
  }

  private async plan(
    user: Submitter,
    board: Board | undefined,
    made: Readonly<Record<string, Made>>,
    wanted: Wanted,
  ): Promise<Result<BoardPlan, ProductError>> {
    const content = board ?? { nodes: [], edges: [] };
    const needed = neededFor(content, wanted.to);
    // No other fault is possible: `save` refuses faulty boards.
    if (needed.length === 0)
      return err(
        productError('BOARD_INVALID', { node: wanted.to ?? '', reason: wanted.to === null ? 'empty' : 'unknown-node' }),
      );
    const use = await useOf(
      this.deps,
      user,
      needed.some(({ procedure }) => FORMS[procedure].makes !== 'image'),
    );
    if (!use.ok) return use;
    const { allowed, callerKinds } = use.value;
    const now = this.deps.clock.now();
    const models = await Promise.all(
      [...new Set(needed.map(({ model }) => model))].map((id) => this.deps.findModel(id)),
    );
    const shown = this.merged(content, made);
    const offered = await this.deps.models();
    const drafted = new Set(
      needed.flatMap(({ procedure }) => (finalsFor(offered, procedure, allowed).length > 0 ? [procedure] : [])),
    );
    return ok(
      planBoard(content, wanted, {
        models: new Map(models.flatMap((model) => (model === undefined ? [] : [[model.id, model]]))),
        callerKinds,
        allowed,
        made: shown,
        now,
        drafted,
        draftsLeft: drafted.size > 0 ? await this.deps.drafts.left(user.id, allowed.draftsADay, now) : 0,
        relaxedLeft: models.some((model) => model?.relaxed === true)
          ? await this.deps.relaxed.left(user.id, allowed.relaxedADay, now)
          : 0,
        media: await this.media(user.id, [
          ...content.nodes.flatMap((node) => (node.kind === 'given' && node.ref !== null ? [node.ref] : [])),
          ...Object.values(shown).map(outputOf),
        ]),
      }),
    );
  }

  private async media(owner: UserId, refs: readonly SourceRef[]): Promise<ReadonlyMap<string, StoredMedia>> {
    const byKey = new Map(refs.map((ref) => [keyOf(ref), ref]));
    const found = await Promise.all(
      [...byKey].map(async ([key, ref]) => {
        const media = await findMedia(this.deps, owner, ref);
        return media.ok ? [[key, media.value] as const] : [];
      }),
    );
    return new Map(found.flat());
  }

  /** The results of the nodes on the board, each with the output that the owner selected. */
  private merged({ nodes }: BoardContent, made: Readonly<Record<string, Made>>): Readonly<Record<string, Made>> {
    return Object.fromEntries(
      nodes.flatMap((node) => {
        const before = made[node.id];
        if (node.kind !== 'creation' || before === undefined) return [];
        return [[node.id, node.made?.taskId === before.taskId ? { ...before, index: node.made.index } : before]];
      }),
    );
  }

  private async view(id: ProjectId, board: Versioned<Board> | undefined): Promise<BoardView> {
    const work = (await this.deps.boards.state(id))?.document;
    const content = board?.document ?? { nodes: [], edges: [] };
    const made = this.merged(content, work?.made ?? {});
    const there = await this.visibleTasks(board?.document.owner, made);
    const nodes = content.nodes.map((node) => {
      if (node.kind !== 'creation') return node;
      const { made: _said, ...bare } = node;
      const now = made[node.id];
      return now !== undefined && there.has(now.taskId) ? { ...bare, made: now } : bare;
    });
    return {
      projectId: id,
      version: board?.version ?? 0,
      nodes,
      edges: content.edges,
      ...(work?.run === undefined ? {} : { run: viewRun(work.run) }),
    };
  }

  /** Only the results that their owner can still see; deleted tasks are left out. */
  private async visibleTasks(
    owner: UserId | undefined,
    made: Readonly<Record<string, Made>>,
  ): Promise<ReadonlySet<string>> {
    // These are ids of our own tasks.
    const found = await this.deps.tasks.getMany([
      ...new Set(Object.values(made).map(({ taskId }) => taskId as TaskId)),
    ]);
    return new Set(
      found.flatMap(({ document }) => (document.owner === owner && !document.hidden ? [document.id] : [])),
    );
  }

  private async changed(id: ProjectId): Promise<Result<never, ProductError>> {
    return err(productError('BOARD_CHANGED', { version: (await this.deps.boards.get(id))?.version ?? 0 }));
  }
}

/** A board's state as its owner sees it. */
export function viewState(projectId: ProjectId, work: Versioned<BoardState> | undefined): BoardStateView {
  const run = work?.document.run;
  return {
    projectId,
    version: work?.version ?? 0,
    made: work?.document.made ?? {},
    ...(run === undefined ? {} : { run: viewRun(run) }),
  };
}
