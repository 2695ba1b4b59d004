"""
Figures of closed months, computed anew from the facts that each closing knows (docs/ledger.md, "Month close"). A closing
states how many events of subscriptions and purchases it knows; later ones became known after it. Credits have no late
facts. A transaction of a gateway is known if it was first read until `closedAt`, which is the time before the figures
were read.
"""
import calendar
import hashlib
import json
from collections import defaultdict

from compare import STATED, available_of, held_of, summed, time_of
from credits import COLUMNS
from files import day_name, day_of, millis, number_of
from gateway import bookings
from money import COUNTED, is_paid, revenue_of
from packs import recognition_of

COUNTS = ('payments', 'refunds', 'disputes')
TAXES = ('taxRefunded', 'taxDisputed', 'taxReturned')
SUMMED = (*COUNTED, 'tax', 'recognised', *COUNTS, *TAXES)
# Figures of revenue as a closing names them.
REVENUE = (*COUNTED, 'tax', 'net', 'recognised', *COUNTS)
DAY_MS = 86_400_000
# The event of a closing follows the reading of its figures within this time.
MAX_SIGNING_MS = 600_000
# Accounts of the journal that transactions of gateways change, besides payments and their tax.
OF_TRANSACTIONS = ('clearing', 'fees', 'bank', 'exchange', 'suspense')


def last_day(month):
    return f'{month}-{calendar.monthrange(int(month[:4]), int(month[5:]))[1]}'


class Earned:
    """Revenue by (day, gateway, currency, price, kind of sale): of all facts, and of those that a closing knows."""

    def __init__(self, money, accounts):
        self.money, self.accounts, self.rules = money, accounts, {}
        self.sums = {}

    def add(self, invoice, rows):
        enter(self.sums, invoice, rows, 1)

    def rows_of(self, invoice, end, last):
        if not is_paid(invoice):
            return {}
        return revenue_of(invoice, recognition_of(invoice, end, self.rules.get(invoice.id), self.accounts), last)

    def unknown(self, known, until):
        """The reports after the first `known` events that happened before a time."""
        return [one for one in self.money.reports if one[0] >= known and one[1] < until]

    def as_of(self, known, last):
        """The sums up to a day, of the first `known` events. Only invoices with another fact before then differ."""
        late, until = {}, (number_of(last) + 1) * DAY_MS
        for _, _, _, stream, invoice in self.unknown(known, until):
            for one in [invoice] if invoice else [one for one in self.money.invoices.values() if one.stream == stream]:
                late[one.id] = one
        sums = {key: list(values) for key, values in self.sums.items() if key[0] <= last}
        for invoice in late.values():
            enter(sums, invoice, self.rows_of(invoice, self.money.ends.get(invoice.stream), number_of(last)), -1)
            earlier, end = self.money.as_of(invoice, known)
            enter(sums, earlier, self.rows_of(earlier, end, number_of(last)), 1)
        return {key: dict(zip(SUMMED, values)) for key, values in sums.items()}


def enter(sums, invoice, rows, sign):
    for (currency, day), row in rows.items():
        kind = 'plan' if 'periodStart' in invoice.payment else 'pack'
        values = sums.setdefault((day_name(day), invoice.owner['gateway'], currency, invoice.payment['priceId'], kind), [0] * len(SUMMED))
        for place, name in enumerate(SUMMED):
            values[place] += sign * row[name]


def net_of(sums):
    return sums['paid'] - sums['refunded'] - sums['disputed'] + sums['returned'] - sums['tax']


def billed_of(sums):
    """Money received, without its tax."""
    return sums['paid'] - sums['tax'] - sums['taxRefunded'] - sums['taxDisputed'] + sums['taxReturned']


def money_figures(sums, month):
    """Revenue and deferred revenue of a month, in total and by price."""
    figures = defaultdict(int)
    for (day, _, currency, price, _), one in sums.items():
        deferred = net_of(one) - one['recognised']
        figures[('money', currency, 'deferredClosing', '')] += deferred
        figures[('money', currency, 'deferredClosing', price)] += deferred
        if day[:7] < month:
            figures[('money', currency, 'deferredOpening', '')] += deferred
            continue
        moved = {**{name: one[name] for name in REVENUE if name != 'net'}, 'net': net_of(one)}
        for name, value in moved.items():
            figures[('money', currency, name, '')] += value
            figures[('money', currency, name, price)] += value
        figures[('money', currency, 'deferredBilled', '')] += billed_of(one)
        figures[('money', currency, 'deferredRefunded', '')] += billed_of(one) - net_of(one)
        figures[('money', currency, 'deferredRecognised', '')] += one['recognised']
    return figures


def credit_figures(entries, month):
    """The trial balance of each usage type at the end of a month, the movements of the month, and what expires when."""
    figures, last = {}, last_day(month)
    to_date, before, on, by_month = (defaultdict(list) for _ in range(4))
    for (_, usage, _, expiry, day), moved in entries.entries.items():
        if day <= last:
            to_date[usage].append(moved)
            by_month[(usage, expiry or 'never')].append(moved)
            (before if day[:7] < month else on)[usage].append(moved)
    for usage, moves in to_date.items():
        opening, moved, total = summed(before[usage]), summed(on[usage]), summed(moves)
        says = {name: sum(one[name] for (_, of, day), one in entries.stated.items() if of == usage and day <= last) for name in STATED}
        values = {
            **{name: moved[name] for name in COLUMNS},
            'openingAvailable': available_of(opening), 'openingHeld': held_of(opening), 'closingAvailable': available_of(total), 'closingHeld': held_of(total),
            'receivable': says['receivable'], 'listPrice': says['listPrice'],
            'debits': says['available'] + held_of(total) + total['spent'] + total['expired'] + total['revoked'], 'credits': total['granted'] + total['adjusted'],
        }
        figures.update({('credits', usage, name, ''): value for name, value in values.items()})
    for (usage, expiry), moves in by_month.items():
        total = summed(moves)
        figures[('credits', usage, 'expiringAvailable', expiry)] = available_of(total)
        figures[('credits', usage, 'expiringHeld', expiry)] = held_of(total)
    return figures


def journal_lines(sums, transactions):
    """Balances of the journal by (day, gateway, currency, kind, account), without late lines; positive is a debit."""
    lines = defaultdict(int)

    def book(of, kind, debit, credit, amount):
        lines[(*of, kind, debit)] += amount
        lines[(*of, kind, credit)] -= amount

    for (day, gateway, currency, _, sold), one in sums.items():
        of = (day, gateway, currency)
        received = (
            ('payment', one['paid'], one['paid'] - billed_of(one)), ('refund', -one['refunded'], -one['taxRefunded']),
            ('dispute', -one['disputed'], -one['taxDisputed']), ('dispute-won', one['returned'], one['taxReturned']),
        )
        for kind, amount, tax in received:
            book(of, kind, 'clearing', 'deferred', amount - tax)
            book(of, kind, 'clearing', 'tax', tax)
        book(of, 'recognition', 'deferred', f'revenue-{sold}s', one['recognised'])
    for key, amount in bookings(transactions).items():
        lines[key] += amount
    return lines


def totals_of(lines, month):
    """Debits and credits of a month by (gateway, currency, account)."""
    totals = defaultdict(lambda: [0, 0])
    for (day, gateway, currency, _, role), amount in lines.items():
        if day[:7] == month and amount != 0:
            totals[(gateway, currency, role)][amount < 0] += abs(amount)
    return totals


def month_after(month):
    return day_of((number_of(last_day(month)) + 1) * DAY_MS)[:7]


def journal_figures(lines, month, closed):
    """
    Debits and credits of a month. What became known of closed months until then is booked in the month after the newest
    of them. @param closed: the signed figures of every month that was closed then, by month
    """
    totals = totals_of(lines, month)
    if closed and month == month_after(max(closed)):
        late = defaultdict(int)
        for earlier, figures in closed.items():
            for of, (debit, credit) in totals_of(lines, earlier).items():
                late[of] += debit - credit
            for one in figures['journal'] or []:
                late[(one['gateway'], one['currency'], one['role'])] -= one['debit'] - one['credit']
        for of, amount in late.items():
            totals[of][amount < 0] += abs(amount)
    return {('journal', currency, side, f'{gateway} {role}'): sums[place] for (gateway, currency, role), sums in totals.items() for place, side in enumerate(('debit', 'credit'))}


class Signed(dict):
    """Figures by (group, unit, name, part). What occurs again does not replace the first."""

    def __init__(self):
        super().__init__()
        self.repeated = []

    def update(self, some):
        for key, value in some.items():
            if key in self:
                self.repeated.append(key)
            else:
                self[key] = value


def signed_figures(figures):
    """The figures of a closing as a list by (group, unit, name, part)."""
    found = Signed()
    for one in figures['credits']:
        values = {**one['moved'], **{name: one[name] for name in ('receivable', 'listPrice', 'debits', 'credits')}}
        for at in ('opening', 'closing'):
            values.update({f'{at}Available': one[at]['available'], f'{at}Held': one[at]['held']})
        found.update({('credits', one['usageType'], name, ''): value for name, value in values.items()})
        for left in one['liability']:
            for side in ('available', 'held'):
                found.update({('credits', one['usageType'], f'expiring{side.capitalize()}', left['month'] or 'never'): left[side]})
    for one in figures['money']:
        unit = one['currency']
        found.update({('money', unit, name, ''): one['revenue'][name] for name in REVENUE})
        found.update({('money', unit, f'deferred{name.capitalize()}', ''): one['deferred'][name] for name in ('opening', 'billed', 'refunded', 'recognised', 'closing')})
        for price in one['prices']:
            found.update({('money', unit, name, price['priceId']): price[name] for name in REVENUE})
        for left in one['deferredByPrice']:
            found.update({('money', unit, 'deferredClosing', left['priceId']): left['closing']})
    for one in figures['journal'] or []:
        found.update({('journal', one['currency'], side, f'{one["gateway"]} {one["role"]}'): one[side] for side in ('debit', 'credit')})
    return found


def check_root(where, root, roots, restarts, month, report):
    """The root that a closing names is the one of the last day. It names none only if that day has none."""
    day = last_day(month)
    found = next((one['body'] for one in roots if one['day'] == day), None)
    if root is None:
        if found is not None:
            report('closings.json', where, f'names no root of {day}, but roots.json has one')
        return
    if found is None:
        # A root may be lost after the closing, as an operator accepted.
        if restarts.over(day) is None:
            report('closings.json', where, f'names a root of {day}, but roots.json has none')
        return
    body = json.loads(found)
    expected = {'day': body['day'], 'events': body['events'], 'hash': hashlib.sha256(found.encode('utf-8')).hexdigest(), 'kid': body['kid'], 'streams': body['streams']}
    if root != expected:
        report('closings.json', where, f'names another root of {day} than roots.json')


def check_time(where, step, body, report):
    """
    A closing states the time before its figures were read; its event follows. A product with a sandbox may have a clock
    that was moved forward, so the time of recording is only a lower limit.
    """
    closed_at = body['closedAt']
    if closed_at > step.at:
        report('closings.json', where, f'states the time {time_of(closed_at)}, which is after its event of {time_of(step.at)}')
    elif max(step.at, step.recorded) - closed_at > MAX_SIGNING_MS:
        report('closings.json', where, f'states the time {time_of(closed_at)}, but its event was recorded at {time_of(step.recorded)}: later than signing takes')


class Months:
    """
    Compares the figures of every closing with the facts that it knows. @param transactions: rows of the gateways
    """

    def __init__(self, earned, entries, transactions, report):
        self.earned, self.entries, self.transactions, self.report = earned, entries, transactions, report
        # The signed figures of every month that is closed, by month.
        self.closed = {}
        self.read_at = [(one, millis(one.get('readAt', ''))) for one in transactions]
        self.first_read = min((at for _, at in self.read_at if at is not None), default=float('inf'))

    def expected(self, name, body, known):
        """The figures of a closing from the first `known` events of money."""
        month = name[0]
        sums = self.earned.as_of(known, last_day(month))
        lines = journal_lines(sums, [one for one, at in self.read_at if (at or 0) <= body['closedAt']])
        journals = {of: figures for of, figures in self.closed.items() if figures['journal'] is not None}
        return {**money_figures(sums, month), **journal_figures(lines, month, journals)}

    def check_known(self, step, body, expected):
        """A closing knows only events that stand before it, and all facts that change its figures and were recorded before its time."""
        where, known, until = f'closing {step.name[0]}.{step.name[1]}', body['known'], (number_of(last_day(step.name[0])) + 1) * DAY_MS
        if known > step.events_before:
            self.report('closings.json', where, f'claims to know {known} events of subscriptions and purchases, but only {step.events_before} stand before it')
        # The same time by the clock that recorded the event, which may be another one than the product's.
        before = min(body['closedAt'], step.recorded - (step.at - body['closedAt']))
        left_out = [one for one in self.earned.unknown(known, until) if one[0] < step.events_before and millis(one[2]) < before]
        if left_out and not same(self.expected(step.name, body, max(one[0] for one in left_out) + 1), expected):
            self.report('closings.json', where, f'leaves out {len(left_out)} facts of its month that were recorded before its time')

    def may_be_unread(self, key, body):
        """Whether a figure of the journal may lack transactions that an earlier version of Kinora read, nobody knows when."""
        group, currency, _, part = key
        if group != 'journal' or body['closedAt'] >= self.first_read:
            return False
        gateway, role = part.rsplit(' ', 1)
        return role in OF_TRANSACTIONS and any(at is None and one['gateway'] == gateway and currency in (one['currency'], one['originalCurrency']) for one, at in self.read_at)

    def check(self, step, body, is_in_force):
        """Returns whether every figure follows from the facts that the closing knows."""
        month, figures = step.name[0], body['figures']
        where, signed = f'closing {month}.{step.name[1]}', signed_figures(figures)
        of_money = self.expected(step.name, body, body['known'])
        expected = {**credit_figures(self.entries, month), **of_money}
        if figures['month'] != month:
            self.report('closings.json', where, f'has figures of {figures["month"]}')
        if figures['journal'] is None:
            expected = {key: value for key, value in expected.items() if key[0] != 'journal'}
            if any(key[0] == 'journal' and value != 0 for key, value in of_money.items()):
                self.report('closings.json', where, 'has no journal, but the facts that it knows give one')
        for key in signed.repeated:
            self.report('closings.json', where, f'has {" ".join(filter(None, key))} twice')
        check_time(where, step, body, self.report)
        self.check_known(step, body, of_money)
        wrong = [key for key in sorted(set(signed) | set(expected)) if signed.get(key, 0) != expected.get(key, 0)]
        for key in wrong:
            text = f'{" ".join(filter(None, key))} was signed as {signed.get(key, 0)}, but the facts that it knows give {expected.get(key, 0)}'
            if not is_in_force:
                self.report.note(f'{where}, which was re-opened: {text}')
            elif self.may_be_unread(key, body):
                self.report.note(f'{where}: {text}. The gateway has transactions of which nobody knows whether they were read before.')
            else:
                self.report('closings.json', where, text)
        return not wrong


def same(some, others):
    return all(some.get(key, 0) == others.get(key, 0) for key in set(some) | set(others))


def in_force(closings):
    """(month, closing) of every closing that was not re-opened."""
    reopened = {step.name for step in closings.steps if not step.is_closing}
    return {step.name for step in closings.steps if step.name not in reopened}


def check_months(closings, bodies, months, roots, restarts):
    """
    Compares every closing, in the order of the log. The figures of one that was re-opened are only noted, because they
    may have been the reason. @param bodies: content of the signed files by (month, closing)
    """
    right, standing = 0, in_force(closings)
    for step in closings.steps:
        month, body = step.name[0], bodies.get(step.name)
        if not step.is_closing or body is None:
            months.closed.pop(month, None)
            continue
        right += months.check(step, body, step.name in standing)
        check_root(f'closing {month}.{step.name[1]}', body['figures']['root'], roots, restarts, month, months.report)
        months.closed[month] = body['figures']
    if bodies:
        months.report.note(f'The figures of {right} closings of months follow from the facts that they know.')
