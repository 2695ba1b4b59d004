import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import { Adjustments, type Request, type Restoration, type WantedByOperator } from './adjustments.js';

/** Requests an adjustment of an account; see `Adjustments.request`. */
export class RequestAdjustment extends Command<Result<Request, ProductError>> {
  constructor(readonly wanted: WantedByOperator) {
    super();
  }
}

/** Requests the counterpart of an adjustment; see `Adjustments.reverse`. */
export class ReverseAdjustment extends Command<Result<Request, ProductError>> {
  constructor(readonly wanted: Parameters<Adjustments['reverse']>[0]) {
    super();
  }
}

/** Approves or rejects a request as the second person; see `Adjustments.decide`. */
export class DecideAdjustment extends Command<Result<Request, ProductError>> {
  constructor(
    readonly requestId: string,
    readonly decision: 'approved' | 'rejected',
    readonly by: string,
    readonly note: string,
  ) {
    super();
  }
}

/** Gives back by rule what a revocation took; see `Adjustments.restore`. For policies of other contexts. */
export class RestoreCredits extends Command<Result<Request, ProductError>> {
  constructor(readonly restoration: Restoration) {
    super();
  }
}

/** Takes back what was given back, if the money was returned after all; see `Adjustments.takeBack`. */
export class TakeBackCredits extends Command<Result<unknown, ProductError>> {
  constructor(readonly restoration: Pick<Restoration, 'account' | 'adjustmentId' | 'actor'>) {
    super();
  }
}

/** Erases the notes about the accounts of a user, when the user is permanently deleted. */
export class ForgetAdjustmentNotes extends Command<void> {
  constructor(readonly userId: UserId) {
    super();
  }
}

@CommandHandler(ForgetAdjustmentNotes)
export class ForgetAdjustmentNotesHandler implements ICommandHandler<ForgetAdjustmentNotes> {
  constructor(private readonly adjustments: Adjustments) {}

  /** @throws StoreUnavailable */
  execute({ userId }: ForgetAdjustmentNotes): Promise<void> {
    return this.adjustments.forgetNotes(userId);
  }
}

@CommandHandler(RequestAdjustment)
export class RequestAdjustmentHandler implements ICommandHandler<RequestAdjustment> {
  constructor(private readonly adjustments: Adjustments) {}

  /** @throws StoreUnavailable */
  execute({ wanted }: RequestAdjustment): Promise<Result<Request, ProductError>> {
    return this.adjustments.request(wanted);
  }
}

@CommandHandler(ReverseAdjustment)
export class ReverseAdjustmentHandler implements ICommandHandler<ReverseAdjustment> {
  constructor(private readonly adjustments: Adjustments) {}

  /** @throws StoreUnavailable */
  execute({ wanted }: ReverseAdjustment): Promise<Result<Request, ProductError>> {
    return this.adjustments.reverse(wanted);
  }
}

@CommandHandler(DecideAdjustment)
export class DecideAdjustmentHandler implements ICommandHandler<DecideAdjustment> {
  constructor(private readonly adjustments: Adjustments) {}

  /** @throws StoreUnavailable */
  execute({ requestId, decision, by, note }: DecideAdjustment): Promise<Result<Request, ProductError>> {
    return this.adjustments.decide(requestId, decision, by, note);
  }
}

@CommandHandler(RestoreCredits)
export class RestoreCreditsHandler implements ICommandHandler<RestoreCredits> {
  constructor(private readonly adjustments: Adjustments) {}

  /** @throws StoreUnavailable */
  execute({ restoration }: RestoreCredits): Promise<Result<Request, ProductError>> {
    return this.adjustments.restore(restoration);
  }
}

@CommandHandler(TakeBackCredits)
export class TakeBackCreditsHandler implements ICommandHandler<TakeBackCredits> {
  constructor(private readonly adjustments: Adjustments) {}

  /** @throws StoreUnavailable */
  execute({ restoration }: TakeBackCredits): Promise<Result<unknown, ProductError>> {
    return this.adjustments.takeBack(restoration);
  }
}
