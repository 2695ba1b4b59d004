import {
  Command,
  CommandHandler,
  Query,
  QueryBus,
  QueryHandler,
  type ICommandHandler,
  type IQueryHandler,
} from '@nestjs/cqrs';
import { FindUser } from '../../identity/index.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { CloseMonth, ClosingFile, ClosingView, DocumentFault, Person, WaitingStep } from './close.shared.js';
import { ClosingService, type Signing } from './closing-service.js';
import { Closings, type Waiting } from './closings.js';
import { closedBy, type CloseState, type MonthReopened, type MonthStepWithdrawn } from './events.js';
import { endOfMonth } from './month.shared.js';

type MonthRow = Pick<CloseMonth, 'month' | 'state' | 'waiting'> & { readonly last: ClosingView | null };

/** Looks up who signed, for display. */
class People {
  private readonly known = new Map<string, Promise<Person>>();

  constructor(private readonly queries: Pick<QueryBus, 'execute'>) {}

  of(id: string): Promise<Person> {
    const found = this.known.get(id) ?? this.find(id);
    this.known.set(id, found);
    return found;
  }

  private async find(id: string): Promise<Person> {
    const user = await this.queries.execute(new FindUser(id as UserId)); // only looked up
    return { id, name: user?.name ?? user?.email ?? null };
  }
}

/** Closings as finance sees them, newest first. */
async function viewsOf(state: CloseState, people: People): Promise<ClosingView[]> {
  return Promise.all(
    state.toReversed().map(async ({ closing, at, actor, figures, document, accepted, reopened }) => ({
      closing,
      at,
      actor: await people.of(actor),
      figures,
      document,
      accepted: accepted as ClosingView['accepted'], // this version's checks; the router's schema refuses any other
      reopened: reopened === null ? null : { ...reopened, actor: await people.of(reopened.actor) },
    })),
  );
}

/** A step that waits, as finance sees it. */
const waitingView = async (waiting: Waiting | undefined, people: People): Promise<WaitingStep | null> =>
  waiting === undefined ? null : { ...waiting, actor: waiting.actor === null ? null : await people.of(waiting.actor) };

const stateOf = (month: string, state: CloseState, now: number): CloseMonth['state'] =>
  closedBy(state) !== undefined ? 'closed' : now < endOfMonth(month) ? 'running' : 'open';

/** Every month since the first activity, newest first. */
export class GetCloseMonths extends Query<readonly MonthRow[]> {}

@QueryHandler(GetCloseMonths)
export class GetCloseMonthsHandler implements IQueryHandler<GetCloseMonths> {
  constructor(
    private readonly service: ClosingService,
    private readonly closings: Closings,
    private readonly queries: QueryBus,
  ) {}

  /** @throws StoreUnavailable */
  async execute(): Promise<readonly MonthRow[]> {
    const people = new People(this.queries);
    const rows: MonthRow[] = [];
    for (const month of await this.service.months()) {
      const state = await this.closings.of(month);
      rows.unshift({
        month,
        state: stateOf(month, state, this.service.now),
        last: (await viewsOf(state.slice(-1), people))[0] ?? null,
        waiting: await waitingView(await this.closings.waiting(month), people),
      });
    }
    return rows;
  }
}

/**
 * A month: its checks, its figures as signed and as they are now, and its closings. VALIDATION_ERROR {field: month}.
 */
export class GetCloseMonth extends Query<Result<CloseMonth, ProductError>> {
  /** @param reader id of the caller, who would sign */
  constructor(
    readonly month: string,
    readonly reader: string,
  ) {
    super();
  }
}

@QueryHandler(GetCloseMonth)
export class GetCloseMonthHandler implements IQueryHandler<GetCloseMonth> {
  constructor(
    private readonly service: ClosingService,
    private readonly closings: Closings,
    private readonly queries: QueryBus,
  ) {}

  /** @throws StoreUnavailable */
  async execute({ month, reader }: GetCloseMonth): Promise<Result<CloseMonth, ProductError>> {
    const reviewed = await this.service.review(month);
    if (!reviewed.ok) return reviewed;
    const { state, figures, differs } = reviewed.value;
    const people = new People(this.queries);
    const checks = closedBy(state) === undefined ? await this.service.check(month) : [];
    const faults = new Map<number, DocumentFault | undefined>();
    for (const closing of state) faults.set(closing.closing, await this.service.faultOf(closing));
    const history = (await viewsOf(state, people)).map((one) => ({ ...one, fault: faults.get(one.closing) ?? null }));
    const waiting = await waitingView(await this.closings.waiting(month), people);
    return ok({
      month,
      state: stateOf(month, state, this.service.now),
      waiting,
      checks,
      figures: [...figures],
      differs,
      history,
      signer: await people.of(reader),
    });
  }
}

/** The signed file of a closing. CLOSING_NOT_FOUND {id}, also for a document that was changed. */
export class GetClosingFile extends Query<Result<ClosingFile, ProductError>> {
  constructor(
    readonly month: string,
    readonly closing: number,
  ) {
    super();
  }
}

@QueryHandler(GetClosingFile)
export class GetClosingFileHandler implements IQueryHandler<GetClosingFile> {
  constructor(private readonly closings: Closings) {}

  /** @throws StoreUnavailable */
  async execute({ month, closing }: GetClosingFile): Promise<Result<ClosingFile, ProductError>> {
    const found = (await this.closings.of(month)).find((one) => one.closing === closing);
    const document = found === undefined ? undefined : await this.closings.document(found);
    return document === undefined
      ? err(productError('CLOSING_NOT_FOUND', { id: `${month}.${closing}` }))
      : ok(document.file);
  }
}

/** Closes a month; see `ClosingService.sign`. */
export class SignMonth extends Command<Result<void, ProductError>> {
  constructor(readonly signing: Signing) {
    super();
  }
}

@CommandHandler(SignMonth)
export class SignMonthHandler implements ICommandHandler<SignMonth> {
  constructor(private readonly service: ClosingService) {}

  /** @throws StoreUnavailable */
  execute({ signing }: SignMonth): Promise<Result<void, ProductError>> {
    return this.service.sign(signing);
  }
}

/** Re-opens a month; see `ClosingService.reopen`. */
export class ReopenMonth extends Command<Result<void, ProductError>> {
  constructor(readonly wanted: MonthReopened) {
    super();
  }
}

@CommandHandler(ReopenMonth)
export class ReopenMonthHandler implements ICommandHandler<ReopenMonth> {
  constructor(private readonly service: ClosingService) {}

  /** @throws StoreUnavailable */
  execute({ wanted }: ReopenMonth): Promise<Result<void, ProductError>> {
    return this.service.reopen(wanted);
  }
}

/** Withdraws a step that waits; see `ClosingService.withdraw`. */
export class WithdrawMonthStep extends Command<Result<void, ProductError>> {
  constructor(readonly unwanted: MonthStepWithdrawn) {
    super();
  }
}

@CommandHandler(WithdrawMonthStep)
export class WithdrawMonthStepHandler implements ICommandHandler<WithdrawMonthStep> {
  constructor(private readonly service: ClosingService) {}

  /** @throws StoreUnavailable */
  execute({ unwanted }: WithdrawMonthStep): Promise<Result<void, ProductError>> {
    return this.service.withdraw(unwanted);
  }
}
