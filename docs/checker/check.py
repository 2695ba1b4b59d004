#!/usr/bin/env python3
"""
Checks a folder that `npm run ledger -- export --all --out FOLDER` wrote, with nothing but its files.

    python3 docs/checker/check.py FOLDER [--kept ROOTS] [--keys KEYS.json] [--show 20]

--kept: roots that the auditor kept earlier: `roots.json`, an answer of /.well-known/kinora/ledger-roots, one delivered
root, a list of roots, or a folder of such files.
--keys: the keys that the auditor trusts; without it, those of the folder, to be compared by hand.
Exit code 0 if nothing differs, 1 with the first differences otherwise, 2 for a folder that is not an export.
"""
import argparse
import json
import sys

import compare
from chain import Chains
from credits import Account, overdue
from files import Folder, millis
from money import Money
from roots import check_kept, check_roots, events_in_order, read_kept


EXPORTS = (
    'ledger', 'grant-movements', 'receivables', 'trial-balance', 'roll-forward', 'liability', 'other-events',
    'payments', 'refunds', 'disputes', 'invoices', 'revenue', 'deferred', 'trace',
)
FILES = [name + '.csv' for name in EXPORTS] + ['roots.json', 'keys.json']


# What later checks need of an event; the rest would fill the memory.
KEPT = ('position', 'stream', 'revision', 'type', 'version', 'at', 'recordedAt', 'causedBy', 'hash')
KEPT_OF_ACCOUNTS = KEPT + ('appName', 'usageType', 'actor', 'available', 'listPrice')


def kept(row, columns):
    return {column: row[column] for column in columns}


class Report:
    """Collects differences: the file, the place in it, and what is wrong."""

    def __init__(self):
        self.found = []
        self.notes = []

    def __call__(self, file, where, what):
        self.found.append(f'{file}: {where} {what}')

    def note(self, text):
        self.notes.append(text)


def read_ledger(folder, report, is_whole):
    """Folds every account. Returns the accounts, the rows and the movements of grants."""
    chains, accounts, rows, moved = Chains('ledger.csv', report, is_whole), {}, [], []
    for row in folder.rows('ledger'):
        chains.take(row)
        short = kept(row, KEPT_OF_ACCOUNTS)
        rows.append(short)
        if row['type'] == 'CreditsAdjusted':
            # The hash covers the data, not the column.
            short['actor'] = json.loads(row['data']).get('actor', '')
            if row['actor'] != short['actor']:
                report('ledger.csv', f'{row["stream"]} event {row["revision"]}', f'has the actor {row["actor"] or "empty"}, but its data names {short["actor"] or "none"}')
        if not is_whole or row['note'] != '':
            continue
        account = accounts.setdefault(row['stream'], Account(row['stream'], report))
        receivable = account.receivable
        steps = account.take(row)
        moved.append((short, steps, account.receivable - receivable))
        compare.ledger_columns(row, steps, account, account.receivable - receivable, report)
    return accounts, rows, moved


def unrecorded(accounts, at):
    """Expiries that are due by a time and not recorded yet, in the form of the movements of `read_ledger`."""
    found = []
    for stream, account in accounts.items():
        _, app, usage = stream[len('credits-'):].split('.')
        for when, moved in overdue(account, at):
            row = {'stream': stream, 'at': compare.time_of(when), 'appName': app, 'usageType': usage, 'available': str(account.available), 'listPrice': ''}
            found.append((row, moved, 0))
    return found


def read_other(folder, report, is_whole):
    """Folds the events of money. Returns the invoices and the rows."""
    chains, money, rows = Chains('other-events.csv', report, is_whole), Money(report), []
    for row in folder.rows('other-events'):
        chains.take(row)
        rows.append(kept(row, KEPT))
        if is_whole and row['note'] == '':
            money.take(row)
    return money, rows


def check_actors(rows, covered_until, report):
    """An adjustment names its operator. Older versions had no field for it; those that a signed root covers are only noted."""
    for row in rows:
        if row['type'] != 'CreditsAdjusted' or row['actor'] != '' or row['causedBy'] != '':
            continue
        where = f'{row["stream"]} event {row["revision"]}'
        if row['version'] == '1' and covered_until is not None and row['recordedAt'][:10] <= covered_until:
            report.note(f'{where} is an adjustment without an actor; a signed root covers it')
        else:
            report('ledger.csv', where, 'is an adjustment that names no actor')


def run(folder, options, report):
    manifest = folder.json('manifest.json')
    is_whole = manifest['from'] is None and manifest['to'] is None
    accounts, rows, moved = read_ledger(folder, report, is_whole)
    money, other = read_other(folder, report, is_whole)
    if not is_whole:
        report.note('The export covers a part of the time, so only hashes and chains were checked.')
        return len(rows) + len(other)
    exported_at = millis(manifest['exportedAt'])
    keys = (json.load(open(options.keys, encoding='utf-8')) if options.keys else folder.json('keys.json'))['keys']
    roots = folder.json('roots.json')['roots']
    covered = check_roots(roots, keys, events_in_order(rows + other), exported_at, report)
    if options.kept:
        check_kept(read_kept(options.kept), roots, report)
    check_actors(rows, covered, report)
    compare.grant_movements(folder, moved, report)
    compare.receivables(folder, moved, report)
    compare.money(folder, money, accounts, exported_at, report)
    compare.trace(folder, money, accounts, report)
    # Last, because it ends what is due in the accounts.
    compare.books(folder, moved + unrecorded(accounts, exported_at), exported_at, report)
    report.note(f'The events lead to the signed root of {covered}.' if covered else 'No root is signed yet.')
    if not options.keys:
        report.note('The keys come from the folder: compare keys.json with the published ones, or pass those as --keys.')
    return len(rows) + len(other)


def read_all(folder, options, report):
    """Runs every check. A value that is no number, time or JSON ends the checks and is a difference, not a crash."""
    try:
        return run(folder, options, report)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        report('the folder', 'a value', f'cannot be read, so that not everything was checked: {error!r}')
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder')
    parser.add_argument('--kept')
    parser.add_argument('--keys')
    parser.add_argument('--show', type=int, default=20)
    options = parser.parse_args()
    folder, report = Folder(options.folder), Report()
    if not folder.has('manifest.json'):
        print(f'{options.folder} is not an export: it has no manifest.json.')
        return 2
    for name in FILES:
        if not folder.has(name):
            report(name, 'the file', 'is missing')
    events = 0 if report.found else read_all(folder, options, report)
    for line in report.found[:options.show]:
        print(line)
    if len(report.found) > options.show:
        print(f'… and {len(report.found) - options.show} more.')
    for line in report.notes[:options.show]:
        print('Note: ' + line)
    print(f'{events} events checked: ' + ('no difference.' if not report.found else f'{len(report.found)} differences.'))
    return 1 if report.found else 0


if __name__ == '__main__':
    sys.exit(main())
