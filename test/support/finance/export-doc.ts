import { BILLING_TABLES } from '../../../src/billing/exports/tables.shared.js';
import { CREDIT_TABLES } from '../../../src/credits/exports/tables.shared.js';
import type { Table } from '../../../src/kernel/table.shared.js';

/** Every export, in the order in which they are offered. */
export const TABLES: readonly Table[] = [...CREDIT_TABLES, ...BILLING_TABLES];

function section({ name, row, period, columns, filters }: Table): string {
  const selected =
    filters.length === 0 ? '' : ` Can be selected by ${filters.map((filter) => `\`${filter}\``).join(', ')}.`;
  const lines = columns.map(([column, type, unit, about]) => `| \`${column}\` | ${type} | ${unit} | ${about} |`);
  return [
    `## ${name}`,
    `One row: ${row}. Period: ${period}.${selected}`,
    '',
    '| column | type | unit | meaning |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** The part of docs/export-format.md that the declarations give: one section per export. */
export const documentedTables = (): string => `${TABLES.map(section).join('\n\n')}\n`;
