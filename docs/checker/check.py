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
import gateway
import journal
from chain import Chains
from closings import Closings
from credits import Account, check_shares, overdue
from files import Events, Folder, millis
from money import Money
from months import Earned, Months, check_months, in_force
from restarts import Restarts
from roots import check_kept, check_roots, read_kept


EXPORTS = (
    'ledger', 'grant-movements', 'receivables', 'trial-balance', 'roll-forward', 'liability', 'other-events', 'credit-journal',
    'payments', 'refunds', 'disputes', 'invoices', 'revenue', 'deferred', 'trace', 'journal',
)
FILES = [name + '.csv' for name in EXPORTS] + ['roots.json', 'keys.json']


class Report:
    """Collects differences: the file, the place in it, and what is wrong."""

    def __init__(self):
        self.found = []
        self.notes = []

    def __call__(self, file, where, what):
        self.found.append(f'{file}: {where} {what}')

    def note(self, text):
        self.notes.append(text)


class Ledger:
    """
    Folds every account, event by event in the order of the log. It keeps the accounts and what the other files are
    compared with, but no events: a year of a large installation has millions.
    """

    def __init__(self, report, is_whole):
        self.report, self.is_whole = report, is_whole
        self.accounts, self.unnamed = {}, []
        # The account of each hold, by user: another account of the user never pays for the same work.
        self.holders = {}
        self.movements, self.receivables, self.entries = compare.Movements(), compare.Receivables(), compare.Entries()

    def take(self, row):
        if row['type'] == 'CreditsAdjusted':
            self.check_adjustment(row)
        if not self.is_whole or row['note'] != '':
            return
        account = self.accounts.get(row['stream'])
        if account is None:
            account = self.accounts[row['stream']] = Account(row['stream'], self.report)
        if row['type'] == 'CreditsHeld':
            self.check_holder(row)
        before = account.receivable
        moved = account.take(row)
        receivable = account.receivable - before
        compare.ledger_columns(row, moved, account, receivable, self.report)
        self.movements.enter(row, moved)
        self.receivables.enter(row, receivable)
        self.entries.enter(row, moved, receivable)

    def check_holder(self, row):
        user, hold = row['stream'][len('credits-'):].split('.')[0], json.loads(row['data'])['holdId']
        holder = self.holders.setdefault((user, hold), row['stream'])
        if holder != row['stream']:
            self.report('ledger.csv', f'{row["stream"]} event {row["revision"]}', f'holds credits for {hold}, which {holder} pays for')

    def check_adjustment(self, row):
        """Compares columns with the data, which the hash covers. Keeps adjustments that name nobody."""
        data, where = json.loads(row['data']), f'{row["stream"]} event {row["revision"]}'
        actor, valid_at = data.get('actor', ''), data.get('validAt')
        # Files of earlier versions have no such column.
        column = row.get('validAt')
        if column is not None and (millis(column) if column != '' else None) != valid_at:
            self.report('ledger.csv', where, f'has the valid time {column or "empty"}, but its data has {valid_at or "none"}')
        if row['actor'] != actor:
            self.report('ledger.csv', where, f'has the actor {row["actor"] or "empty"}, but its data names {actor or "none"}')
        if actor == '' and row['causedBy'] == '':
            self.unnamed.append((where, row['version'], row['recordedAt'][:10]))

    def enter_unrecorded(self, at):
        """Enters expiries that are due by a time and not recorded yet, which ends them in the accounts."""
        for stream, account in self.accounts.items():
            _, app, usage = stream[len('credits-'):].split('.')
            for when, moved in overdue(account, at):
                row = {'stream': stream, 'at': compare.time_of(when), 'appName': app, 'usageType': usage, 'available': str(account.available), 'listPrice': ''}
                self.entries.enter(row, moved, 0)


def read_events(folder, report, is_whole):
    """Reads every event. Returns all of them in short, the ledger, the money, the decisions about roots and the closings."""
    events, ledger, money, restarts, closings = Events(), Ledger(report, is_whole), Money(report), Restarts(), Closings()
    chains = Chains('ledger.csv', report, is_whole)
    for row in folder.rows('ledger'):
        chains.take(row)
        events.add(row)
        ledger.take(row)
    chains = Chains('other-events.csv', report, is_whole)
    for row in folder.rows('other-events'):
        chains.take(row)
        events.add(row)
        if is_whole and row['note'] == '':
            money.take(row, closings.events_of_money)
            restarts.take(row)
        if is_whole:
            closings.take(row)
    return events, ledger, money, restarts, closings


def check_actors(ledger, covered_until, report):
    """An adjustment names its operator. Older versions had no field for it; those that a signed root covers are only noted."""
    for where, version, recorded in ledger.unnamed:
        if version == '1' and covered_until is not None and recorded <= covered_until:
            report.note(f'{where} is an adjustment without an actor; a signed root covers it')
        else:
            report('ledger.csv', where, 'is an adjustment that names no actor')


def run(folder, options, report):
    manifest = folder.json('manifest.json')
    is_whole = manifest['from'] is None and manifest['to'] is None
    events, ledger, money, restarts, closings = read_events(folder, report, is_whole)
    if not is_whole:
        report.note('The export covers a part of the time, so only hashes and chains were checked.')
        return len(events)
    check_shares(ledger.accounts, report)
    exported_at = millis(manifest['exportedAt'])
    keys = (json.load(open(options.keys, encoding='utf-8')) if options.keys else folder.json('keys.json'))['keys']
    roots = folder.json('roots.json')['roots']
    covered = check_roots(roots, keys, events, restarts, exported_at, report)
    if options.kept:
        check_kept(read_kept(options.kept), roots, events, restarts, report)
    # Exports of earlier versions have no such file.
    bodies = {}
    if folder.has('closings.json') or closings.closed:
        bodies = closings.compare(folder.json('closings.json')['closings'] if folder.has('closings.json') else [], keys, report)
    check_actors(ledger, covered, report)
    ledger.movements.compare(folder, report)
    ledger.receivables.compare(folder, report)
    earned = Earned(money, ledger.accounts)
    journal.journal(folder, compare.money(folder, money, ledger.accounts, exported_at, earned, report), report)
    transactions = list(folder.rows('gateway-transactions')) if folder.has('gateway-transactions.csv') else []
    gateway.gateway(folder, report)
    gateway.exponents(folder, report)
    compare.trace(folder, money, ledger.accounts, report)
    # Last, because it ends what is due in the accounts.
    ledger.enter_unrecorded(exported_at)
    journal.credit_journal(folder, compare.books(folder, ledger.entries, exported_at, report), report)
    check_months(closings, bodies, Months(earned, ledger.entries, transactions, report), roots, restarts)
    journal.accounts(folder, {name[0]: bodies[name].get('accounts') for name in in_force(closings) if name in bodies}, report)
    report.note(f'The events lead to the signed root of {covered}.' if covered else 'No root is signed yet.')
    if not options.keys:
        report.note('The keys come from the folder: compare keys.json with the published ones, or pass those as --keys.')
    return len(events)


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
