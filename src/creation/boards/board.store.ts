import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { ERRORS, type ErrorIdentifier } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type {
  Collection,
  DocumentStore,
  FindQuery,
  Page,
  PutOperation,
  Versioned,
} from '../../platform/documents/port.js';
import { readable } from '../../platform/documents/readable.js';
import { decide, remove, update, upsert, type Decision, type Updated } from '../../platform/documents/update.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import type { ProjectId } from '../projects/project.js';
import { PROCEDURES, SOURCE_ROLES, sourceRef } from '../tasks/task.shared.js';
import { boardEdge, boardNode, nodeId, type BoardContent } from './board.shared.js';
import { isUnsure, type Run, type BoardState } from './run.js';

/** Reports documents that cannot be read; a pino logger satisfies it. */
type ErrorLog = { error(fields: object, message: string): void };

/** A board as its owner drew it. */
export interface Board extends BoardContent {
  readonly id: ProjectId;
  readonly owner: UserId;
  readonly changedAt: Millis;
}

/**
 * `open`: a run is in progress. `unsure`: the run was cancelled while a submission may have been in flight, so a task
 * may still appear. Derived at every write.
 */
export type Upkeep = 'open' | 'unsure' | 'none';
type StoredBoardState = BoardState & { readonly runId?: string; readonly upkeep: Upkeep };

// Safe without a check: only our own writes are read here, and the catalogue never drops an identifier.
const name = <T extends string>(): z.ZodType<T> =>
  z.custom<T>((value) => typeof value === 'string' && value.length > 0);
const identifier = z.custom<ErrorIdentifier>((value) => typeof value === 'string' && value in ERRORS);
const error = z.object({ identifier, params: z.record(z.string(), z.union([z.string(), z.number()])) });
const made = z.object({ taskId: z.string(), index: z.int(), fingerprint: z.string() });
const taskId = name<TaskId>();
const role = z.enum(SOURCE_ROLES);
const planned = z.object({
  node: nodeId,
  procedure: z.enum(PROCEDURES),
  model: z.string(),
  settings: z.record(z.string(), z.json()),
  prompt: z.string(),
  feeds: z.array(z.union([z.object({ role, ref: sourceRef }), z.object({ role, step: nodeId })])),
  price: z.int(),
  priceVersion: z.int(),
  reused: made.exactOptional(),
});
const step = z.discriminatedUnion('status', [
  planned.extend({
    status: z.literal('waiting'),
    refused: z.object({ by: identifier, until: z.int() }).exactOptional(),
  }),
  planned.extend({ status: z.literal('running'), taskId }),
  planned.extend({ status: z.enum(['succeeded', 'reused']), taskId, index: z.int() }),
  planned.extend({ status: z.literal('failed'), taskId: taskId.exactOptional(), error }),
  planned.extend({
    status: z.literal('canceled'),
    taskId: taskId.exactOptional(),
    unsure: z.literal(true).exactOptional(),
  }),
  planned.extend({ status: z.literal('blocked') }),
]);
const run: z.ZodType<Run> = z.object({
  id: z.string(),
  fingerprint: z.string(),
  status: z.enum(['running', 'succeeded', 'failed', 'canceled']),
  steps: z.array(step),
  total: z.int(),
  createdAt: z.int(),
  endedAt: z.int().exactOptional(),
  canceled: z.boolean(),
  language: z.string(),
  country: z.string().exactOptional(),
  consent: z.boolean(),
});
const storedBoard: z.ZodType<Board> = z.object({
  id: name<ProjectId>(),
  owner: name<UserId>(),
  changedAt: z.int(),
  nodes: z.array(boardNode),
  edges: z.array(boardEdge),
});
const storedBoardState: z.ZodType<StoredBoardState> = z.object({
  id: name<ProjectId>(),
  owner: name<UserId>(),
  changedAt: z.int(),
  made: z.record(z.string(), made),
  run: run.exactOptional(),
  runId: z.string().exactOptional(),
  upkeep: z.enum(['open', 'unsure', 'none']),
});

const readableId = z.object({ id: z.string() });

const BOARDS = { name: 'boards_v1', indexes: [['owner']] } as const;
const BOARD_STATES = {
  name: 'board_works_v1',
  indexes: [
    ['owner', 'upkeep'],
    ['owner', 'runId'],
    ['upkeep', 'changedAt'],
  ],
} as const;
const PAGE = 100;

/** Parses stored documents. A document that cannot be parsed is logged once and read as undefined. */
function reader<T>(shape: z.ZodType<T>, log: ErrorLog, message: string): (value: unknown) => T | undefined {
  const reported = new Set<unknown>();
  return (value) => {
    const read = shape.safeParse(value);
    if (read.success) return read.data;
    const id = readableId.safeParse(value).data?.id;
    if (!reported.has(id))
      log.error({ projectId: id, where: read.error.issues.map(({ path }) => path.join('.')) }, message);
    reported.add(id);
    return undefined;
  };
}

/**
 * Stores two documents for each project: the owner's drawing (`boards_v1`), and its runs and results
 * (`board_works_v1`). They are separate so that the owner's saves and the steps of a run never overwrite or block one
 * another. Every write is a compare-and-set. A document that cannot be read (damaged, or of a newer version) is treated
 * as missing, so that it does not block the others. It is never overwritten and is logged once.
 * @throws StoreUnavailable from every call
 */
export class BoardStore {
  private constructor(
    private readonly boards: Collection<Board | undefined>,
    private readonly states: Collection<StoredBoardState | undefined>,
  ) {}

  /** Opens the collections and their indexes. */
  static async open(documents: DocumentStore, log: ErrorLog): Promise<BoardStore> {
    return new BoardStore(
      await documents.collection(BOARDS, reader(storedBoard, log, 'a board cannot be read')),
      await documents.collection(BOARD_STATES, reader(storedBoardState, log, 'the work of a board cannot be read')),
    );
  }

  async get(id: ProjectId): Promise<Versioned<Board> | undefined> {
    const found = await this.boards.get(id);
    return found === undefined ? undefined : readable([found])[0];
  }

  /**
   * @param version the version it was read at; 0 for a new board
   * @throws StoreUnavailable also if the stored document cannot be read
   */
  async put(board: Board, version: number): Promise<'written' | 'conflict'> {
    const written = await this.boards.put({ id: board.id, document: board, expectedVersion: version });
    if (written === 'conflict') await getForWrite(this.boards, board.id);
    return written;
  }

  /**
   * Read-modify-write; retries after a conflict.
   * @param change a result identical to its input is not written
   */
  async change(id: ProjectId, change: (board: Board | undefined) => Board | undefined): Promise<void> {
    const boards = {
      name: BOARDS.name,
      get: () => getForWrite(this.boards, id),
      put: (operation: PutOperation<Board>) => this.boards.put(operation),
    };
    await upsert<Board>(boards, id, (before) => {
      const after = change(before);
      return after === undefined || after === before ? 'unchanged' : { document: after };
    });
  }

  async state(id: ProjectId): Promise<Versioned<BoardState> | undefined> {
    const found = await this.states.get(id);
    return found === undefined ? undefined : readable([found])[0];
  }

  /**
   * Read-modify-write; retries after a conflict.
   * @param decision gets undefined if there is no state yet
   * @returns the decision's answer
   */
  decideState<Answer>(
    id: ProjectId,
    decision: (state: BoardState | undefined) => Decision<BoardState, Answer> | Promise<Decision<BoardState, Answer>>,
  ): Promise<Answer> {
    return decide<BoardState, Answer>(this.readableState(id), id, (stored) => decision(stored?.document));
  }

  /**
   * Read-modify-write; retries after a conflict.
   * @param change a result identical to its input is not written
   * @returns the state afterwards; undefined if there is none
   */
  changeState(id: ProjectId, change: (state: BoardState) => BoardState): Promise<Updated<BoardState> | undefined> {
    return update<BoardState>(this.readableState(id), id, (before) => {
      const after = change(before);
      return after === before ? 'unchanged' : { document: after };
    });
  }

  private readableState(id: ProjectId) {
    return {
      name: BOARD_STATES.name,
      get: () => getForWrite(this.states, id),
      put: ({ document, ...operation }: PutOperation<BoardState>) =>
        this.states.put({ ...operation, document: withUpkeep(document) }),
    };
  }

  /** The owner's board state whose latest run has this id. */
  async ofRun(owner: UserId, runId: string): Promise<Versioned<BoardState> | undefined> {
    return readable((await this.states.find({ where: { owner, runId }, limit: 1 })).items)[0];
  }

  /** The owner's boards with a run in progress. */
  openOf(owner: UserId): AsyncGenerator<Versioned<BoardState>, void, undefined> {
    return pages(this.states, { where: { owner, upkeep: 'open' }, limit: PAGE });
  }

  /** Board states of all owners that need this upkeep, least recently changed first. */
  needing(upkeep: Exclude<Upkeep, 'none'>): AsyncGenerator<Versioned<BoardState>, void, undefined> {
    return pages(this.states, {
      where: { upkeep },
      order: { field: 'changedAt', direction: 'ascending' },
      limit: PAGE,
    });
  }

  of(owner: UserId): AsyncGenerator<Versioned<Board>, void, undefined> {
    return pages(this.boards, { where: { owner }, limit: PAGE });
  }

  /** The states of an owner's boards. */
  statesOf(owner: UserId): AsyncGenerator<Versioned<BoardState>, void, undefined> {
    return pages(this.states, { where: { owner }, limit: PAGE });
  }

  /** Permanently removes the board and its state. Idempotent. */
  async remove(id: ProjectId): Promise<void> {
    await remove(this.boards, id);
    await remove(this.states, id);
  }
}

/**
 * Reads a document before a write. An unreadable document must not be read as missing here: a write would then never
 * succeed.
 * @throws StoreUnavailable if it cannot be read
 */
async function getForWrite<T>(collection: Collection<T | undefined>, id: ProjectId): Promise<Versioned<T> | undefined> {
  const found = await collection.get(id);
  if (found === undefined) return undefined;
  const [read] = readable([found]);
  if (read === undefined)
    throw new StoreUnavailable('documents', 'failed', `a document of ${collection.name} cannot be read`);
  return read;
}

async function* pages<T>(
  collection: Collection<T | undefined>,
  query: FindQuery,
): AsyncGenerator<Versioned<T>, void, undefined> {
  let after: string | undefined;
  do {
    const page: Page<T | undefined> = await collection.find({ ...query, ...defined({ after }) });
    yield* readable(page.items);
    after = page.next;
  } while (after !== undefined);
}

function withUpkeep({ id, owner, made: results, run: newest, changedAt }: BoardState): StoredBoardState {
  return {
    id,
    owner,
    made: results,
    changedAt,
    ...defined({ run: newest, runId: newest?.id }),
    upkeep: upkeepOf(newest),
  };
}

function upkeepOf(newest: Run | undefined): Upkeep {
  if (newest?.status === 'running') return 'open';
  return newest?.steps.some(isUnsure) === true ? 'unsure' : 'none';
}
