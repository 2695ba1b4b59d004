import { CommandBus } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import type { CliCommand } from '../../platform/cli.js';
import { CLOCK } from '../../platform/tokens.js';
import { ChangeCredits } from '../commands.js';

/**
 * `npm run ledger -- adjust`: adds credits that pay for anything and never expire. Each case can add credits only once.
 */
export const adjustCommand: CliCommand = {
  name: 'adjust',
  takes: ['<user id>', '<credits>', '<case>'],
  does: 'grants a user goodwill credits, once per case',
  async run({ get, say }, [user = '', credits = '', about = '']) {
    // The user id comes from the operator. If the account does not exist, its first credits create it.
    const account = { userId: user as UserId, appName: 'kinora', usageType: 'credits' } as const;
    const answer = await get(CommandBus).execute(new ChangeCredits(account, {
      type: 'adjust', at: get<Clock>(CLOCK).now(), adjustmentId: `goodwill.${about}`, amount: Number(credits), reasonCode: 'goodwill', reference: about,
    }));
    say(answer.ok ? `${user}: ${answer.value.events === 0 ? 'already granted' : `${credits} credits`}` : `Refused: ${answer.error.identifier} ${JSON.stringify(answer.error.params)}`);
    return answer.ok ? 0 : 1;
  },
};
