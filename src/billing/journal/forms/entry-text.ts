import { derivedId } from '../../../kernel/ids.js';
import { priceNumber } from '../../plans/price.shared.js';
import type { JournalLine } from '../journal.shared.js';

/** A line of a file: what the description of an entry and its number are made of. */
type EntryOf = Pick<JournalLine, 'entryId' | 'day' | 'gateway' | 'currency' | 'kind'>;

/** Number of an entry, the same in every file: its day and twelve hex digits of its id. At most 21 characters. */
export const entryNumber = ({ entryId, day }: EntryOf): string =>
  `${day.replaceAll('-', '')}-${derivedId('journal-entry', entryId).replaceAll('-', '').slice(0, 12)}`;

/** What an entry is, such as `recognition stripe USD 2026-01-31`. */
export const entryText = ({ kind, gateway, currency, day }: EntryOf): string =>
  `${kind} ${gateway} ${currency.toUpperCase()} ${day}`;

/** An amount with a decimal point; no decimals in currencies that have none. @param minor minor units */
export const decimalOf = (minor: number, currency: string): string => priceNumber({ minor, currency });
