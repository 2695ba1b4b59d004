"""Signed files of closed months: signatures, and what the log says about them (docs/ledger.md, "Month close")."""
import hashlib
import json
from collections import namedtuple

from chain import canonical
from files import millis
from roots import is_signed, key_of

CLOSES = 'close-'
MONEY = ('subscription-', 'purchase-')
# A closing or re-opening of the log: (month, closing), events of money before it, its time, and when it was recorded.
Step = namedtuple('Step', 'name is_closing events_before at recorded')


class Closings:
    """Reads who closed which month from the events that do not belong to accounts."""

    def __init__(self):
        self.closed, self.steps, self.repeated = {}, [], []
        # Events of subscriptions and purchases so far.
        self.events_of_money = 0

    def take(self, row):
        if row['stream'].startswith(MONEY):
            self.events_of_money += 1
        if not row['stream'].startswith(CLOSES) or row['note'] != '':
            return
        data = json.loads(row['data'])
        name = (data['month'], data['closing'])
        # A withdrawn step was never carried out.
        if row['type'] not in ('MonthClosed', 'MonthReopened'):
            return
        self.steps.append(Step(name, row['type'] == 'MonthClosed', self.events_of_money, millis(row['at']), millis(row['recordedAt'])))
        if row['type'] == 'MonthClosed':
            if name in self.closed:
                self.repeated.append(name)
            self.closed[name] = data

    def compare(self, files, keys, report):
        """
        Each closing of the log has its file, each file is signed, and the event names exactly this file.
        Returns the content of each file by (month, closing).
        """
        known = {key['kid']: key for key in keys}
        names = [(one['month'], one['closing']) for one in files]
        found = dict(zip(names, (one['file'] for one in files)))
        for name in sorted(set(found)):
            if names.count(name) > 1 or name in self.repeated:
                report('closings.json', where(name), 'occurs twice')
        for name in sorted(set(found) - set(self.closed)):
            report('closings.json', where(name), 'has no event in the log')
        for name, event in sorted(self.closed.items()):
            if found.get(name) is None:
                report('closings.json', where(name), 'is missing or was changed, although the log has its event')
            else:
                check_file(name, found[name], event, known, report)
        if self.closed:
            report.note(f'{len(self.closed)} closings of months were compared with the log.')
        return {name: json.loads(file['body']) for name, file in found.items() if file is not None and name in self.closed}


def where(name):
    return f'closing {name[0]}.{name[1]}'


def check_file(name, file, event, keys, report):
    """Compares a file with its signature and its event. The keys are those of the roots; the one in the file proves nothing."""
    text = file['body']
    body = json.loads(text)
    key = key_of(body['kid'], keys, report)
    if key is None:
        report('closings.json', where(name), f'is signed by the key {body["kid"]}, which keys.json does not have')
    elif not is_signed(text, file['signature'], key):
        report('closings.json', where(name), 'is not signed by the key that it names')
    if body['kind'] != 'kinora-month-close':
        report('closings.json', where(name), f'is a document of the kind {body["kind"]}')
    if hashlib.sha256(text.encode('utf-8')).hexdigest() != event['document']:
        report('closings.json', where(name), 'is not the document that the event names')
    if hashlib.sha256(canonical(body['figures']).encode('utf-8')).hexdigest() != event['figures']:
        report('closings.json', where(name), 'has other figures than the event names')
    for field in ('month', 'closing', 'actor', 'checks', 'accepted'):
        if body[field] != event[field]:
            report('closings.json', where(name), f'has the {field} {body[field]}, but the event has {event[field]}')
