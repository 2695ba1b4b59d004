import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import { parseCsv } from '../../../test/support/finance/csv-file.js';
import { readTable } from './table.files.js';
import { table, type AnyRow } from '../../kernel/table.shared.js';

const NOTES = table('notes', 'one note', 'moments', [
  ['text', 'text', '', 'what it says'],
  ['count', 'integer', 'events', 'how many'],
]);

async function* rowsOf(rows: readonly AnyRow[]): AsyncGenerator<AnyRow, void, undefined> {
  yield* rows;
}

const csvOf = async (rows: readonly AnyRow[]): Promise<string> =>
  (await buffer(readTable('csv', NOTES, rowsOf(rows)))).toString();

describe('a table as CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\uFF1D1', "'quoted"])(
    'marks %j, which a spreadsheet would compute or which looks marked',
    async (text) => {
      const [, row] = parseCsv(await csvOf([{ text, count: -1 }]));
      expect(row).toEqual([`'${text}`, '-1']);
    },
  );

  it('gives back every text to whoever removes one leading apostrophe', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', minLength: 1 })), async (texts) => {
        const [, ...rows] = parseCsv(await csvOf(texts.map((text) => ({ text, count: 1 }))));
        expect(rows.map(([text = '']) => (text.startsWith("'") ? text.slice(1) : text))).toEqual(texts);
      }),
      { numRuns: 50 },
    );
  });

  it.each(['first\nsecond', 'first\rsecond', 'first\r\nsecond'])('quotes the line breaks of %j', async (text) => {
    expect(await csvOf([{ text, count: 1 }])).toBe(`text,count\r\n"${text}",1\r\n`);
  });

  it('breaks off when its rows fail, so that no part passes for the whole', async () => {
    const failing = async function* (): AsyncGenerator<AnyRow, void, undefined> {
      yield { text: 'first', count: 1 };
      throw new Error('the store is gone');
    };
    await expect(buffer(readTable('csv', NOTES, failing()))).rejects.toThrow('the store is gone');
  });
});
