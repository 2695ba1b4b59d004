import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { documentedTables, TABLES } from '../support/finance/export-doc.js';

const MARK = '<!-- The sections below are the declarations of src/credits/exports and src/billing/exports. -->\n\n';
const text = readFileSync('docs/export-format.md', 'utf8');

describe('docs/export-format.md', () => {
  it('has the columns, types, units and meanings that the exports declare', () => {
    expect(text.slice(text.indexOf(MARK) + MARK.length)).toBe(documentedTables());
  });

  it('lists every export in its overview', () => {
    const overview = text.slice(0, text.indexOf(MARK));
    expect(TABLES.map(({ name }) => name).filter((name) => !overview.includes(`[\`${name}\`](#${name})`))).toEqual([]);
  });
});

describe('the exports', () => {
  it('have different names, and columns that occur once', () => {
    const names = TABLES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { columns, filters } of TABLES) {
      const own = columns.map(([name]) => name);
      expect(new Set(own).size).toBe(own.length);
      expect(own).toEqual(expect.arrayContaining([...filters]));
    }
  });

  it('state the exponent beside each amount of money', () => {
    for (const { columns } of TABLES) {
      if (columns.some(([, , unit]) => unit === 'minor units'))
        expect(columns.map(([name]) => name)).toEqual(expect.arrayContaining(['currency', 'exponent']));
    }
  });
});
