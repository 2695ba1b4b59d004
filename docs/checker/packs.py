"""
The rules of one-time purchases (adr/0077): how the payment of a pack becomes revenue. `payments.csv` states the rule of
each payment; the use of the credits comes from the events of the accounts.
"""
import calendar
from bisect import bisect_right
from datetime import date, timedelta

from files import day_name, day_number
from money import delivery_of, is_paid, recognised_by

EPOCH = date(1970, 1, 1)
AT_ONCE = ('at-once', 0)
KINDS = ('by-use', 'by-time')


def rule_of(text):
    """`at-once`, `by-use 12` or `by-time 12` as (kind, months); None for another text."""
    if text == 'at-once':
        return AT_ONCE
    kind, _, months = text.partition(' ')
    return (kind, int(months)) if kind in KINDS and months.isdigit() and 1 <= int(months) <= 60 else None


def read_rules(folder, invoices, report):
    """
    The rule of each paid pack by invoice. A rule applies to all packs that were paid on the same day; the rules are
    noted, to be compared with what the operator decided.
    """
    packs = {invoice.id: invoice for invoice in invoices if is_paid(invoice) and 'periodStart' not in invoice.payment}
    plans = {invoice.id for invoice in invoices if invoice.payment is not None and invoice.id not in packs}
    rules, days = {}, {}
    for row in folder.rows('payments'):
        where, text = f'invoiceId {row["invoiceId"]}', row['recognition']
        if row['invoiceId'] in plans and text != 'period':
            report('payments.csv', where, f'has the recognition {text or "empty"}, but it is of a plan')
        if row['invoiceId'] not in packs:
            continue
        rule = rule_of(text)
        if rule is None:
            report('payments.csv', where, f'has the recognition {text or "empty"}, which is no rule for packs')
            continue
        rules[row['invoiceId']] = rule
        day = day_number(packs[row['invoiceId']].payment['occurredAt'])
        if days.setdefault(day, text) != text:
            report('payments.csv', where, f'has the recognition {text}, but another pack paid on {day_name(day)} has {days[day]}')
    before = 'at-once'
    for day in sorted(days):
        if days[day] != before:
            report.note(f'Packs paid from {day_name(day)} on are recognised {days[day]}.')
        before = days[day]
    return rules


def end_of(first, months):
    """The first day after the months that begin with a day; the last day of a month that has no such day."""
    start = EPOCH + timedelta(days=first)
    year, month = start.year + (start.month - 1 + months) // 12, (start.month - 1 + months) % 12 + 1
    return (date(year, month, min(start.day, calendar.monthrange(year, month)[1])) - EPOCH).days


def uses_of(invoice, accounts):
    """For each usage type of a pack: (credits given, days of use, sums of the credits used by them, day of the end)."""
    owner, uses = invoice.owner, []
    for usage in invoice.payment['usage']:
        account = accounts.get(f'credits-{owner["userId"]}.{owner["appName"]}.{usage["usageType"]}')
        grant = account.grants.get(f'pack.{owner["gateway"]}.{invoice.gateway_id}') if account else None
        days, sums = sorted(grant.used_on) if grant else [], [0]
        for day in days:
            sums.append(sums[-1] + grant.used_on[day])
        uses.append((usage['amount'], days, sums, grant.ended_on if grant else None))
    return uses


def used_part(day, uses):
    """(used, given) of the usage type of which the smallest part was used; (1, 1) when nothing can be used any more."""
    found = (1, 1)
    for given, days, sums, ended in uses:
        used = given if ended is not None and day >= ended else min(sums[bisect_right(days, day)], given)
        if used * found[1] < found[0] * given:
            found = (used, given)
    return found


def recognition_of(invoice, end, rule, accounts):
    """A function of a day and the movements of money in one currency: the amount recognised by the end of the day."""
    delivery = delivery_of(invoice, end)
    if rule in (None, AT_ONCE):
        return lambda day, movements: recognised_by(day, movements, delivery)
    first, (kind, months) = delivery[0], rule
    over = end_of(first, months)
    uses = uses_of(invoice, accounts) if kind == 'by-use' else []

    def recognised(day, movements):
        kept = sum(minor for when, minor in movements if when <= day)
        if kept <= 0 or day >= over:
            return kept
        if kind == 'by-time':
            return recognised_by(day, movements, (first, over - first, None))
        used, given = used_part(day, uses)
        return kept * used // given
    return recognised
