import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { HumanGate } from './gate.js';
import type { HumanChallenge } from './port.js';

/**
 * A challenge for repeating a request that was refused with HUMAN_CHECK_WANTED; undefined when no check is configured.
 */
export class GetHumanChallenge extends Query<HumanChallenge | undefined> {}

@QueryHandler(GetHumanChallenge)
export class GetHumanChallengeHandler implements IQueryHandler<GetHumanChallenge> {
  constructor(private readonly gate: HumanGate) {}

  execute(): Promise<HumanChallenge | undefined> {
    return Promise.resolve(this.gate.challenge());
  }
}
