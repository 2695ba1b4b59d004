import { z } from 'zod';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { AccountCommand } from './account.commands.js';
import type { AccountKey } from './account.key.js';
import { ADJUSTMENT_REASONS, APP_NAMES, GRANT_SOURCES, USAGE_TYPES } from '../credits.shared.js';
import { accountOwner } from '../books/finance.shared.js';

// Matches the event schemas (events.ts). If a command accepted more than they can decode, the account could not be
// loaded again.
const id = z.string().min(1).max(200);
const reference = z.string().max(500);
const reason = z.string().max(200);
/**
 * Operator actions and revocations must be auditable. The reason is a code, so it cannot contain personal data; the
 * case is a reference.
 */
const reasonCode = z.enum(ADJUSTMENT_REASONS);
const traced = reference.min(1);
/** Who adjusts: an opaque user id, or a command or policy by its name. Neither an address nor a name fits. */
const actor = z.string().regex(/^[\w:.-]{1,200}$/);
const at = z.int();
const eligibility = z.enum(['any', 'free-models']);
/** The decider checks the range, because it depends on the account. */
const amount = z.number();

/** What a final deducts for its draft. */
const deducted = z.object({ amount: z.int().min(0).max(1_000_000_000), holdId: id }).exactOptional();

/** What an author asks for the recipe of a work. The decider compares it with the amount of the hold. */
const surcharge = z.object({ amount: z.int().min(1).max(1_000_000_000), work: id }).exactOptional();

const command = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('grant'),
    at,
    grantId: id,
    source: z.enum(GRANT_SOURCES),
    amount,
    expiresAt: at.exactOptional(),
    eligibility,
  }),
  z.object({
    type: z.literal('hold'),
    at,
    holdId: id,
    amount,
    eligibility,
    expiresAt: at,
    reference,
    deducted,
    surcharge,
  }),
  z.object({ type: z.literal('capture'), at, holdId: id, amount }),
  z.object({ type: z.literal('release'), at, holdId: id, reason }),
  z.object({ type: z.literal('extendHold'), at, holdId: id, expiresAt: at }),
  z.object({ type: z.literal('expire'), at }),
  z.object({ type: z.literal('revoke'), at, grantId: id, reason: reason.min(1), reference: traced }),
  z.object({
    type: z.literal('adjust'),
    at,
    adjustmentId: id,
    amount,
    reasonCode,
    reference: traced,
    actor,
    approver: actor.exactOptional(),
    reverses: id.exactOptional(),
    settles: amount.exactOptional(),
    validAt: at.exactOptional(),
  }),
  z.object({ type: z.literal('recordUsage'), at, usageId: id, listPrice: amount, reference, deducted }),
]);

/**
 * Validates a command before it is decided: its texts, times (milliseconds) and kinds must be storable.
 * @returns the command, or VALIDATION_ERROR {field}
 */
export function checkCommand(unchecked: AccountCommand): Result<AccountCommand, ProductError> {
  const checked = command.safeParse(unchecked);
  if (checked.success) return ok(checked.data);
  return err(productError('VALIDATION_ERROR', { field: checked.error.issues[0]?.path.join('.') ?? 'type' }));
}

const key = z.object({ userId: accountOwner, appName: z.enum(APP_NAMES), usageType: z.enum(USAGE_TYPES) });

/**
 * Validates an account key: its stream name must parse back to the same key.
 * @returns the account, or VALIDATION_ERROR {field}
 */
export function checkAccount(account: AccountKey): Result<AccountKey, ProductError> {
  const checked = key.safeParse(account);
  return checked.success
    ? ok(account)
    : err(productError('VALIDATION_ERROR', { field: checked.error.issues[0]?.path.join('.') ?? '' }));
}
