"""Hashes and chains of stored events (docs/ledger.md, "Stored events")."""
import hashlib
import json
from array import array
from bisect import bisect_left

from files import millis

GENESIS = '0' * 64
CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(',', ':'))


def hash_of(row):
    """The SHA-256 of an event, computed from the columns of its row."""
    caused = '' if row['causedBy'] == '' else CANONICAL.encode(row['causedBy'])
    trace = '' if row['traceparent'] == '' else '\t' + row['traceparent']
    lines = [row['previousHash'], row['stream'], row['revision'], row['type'], row['version'], str(millis(row['at'])), caused + trace, row['data']]
    return hashlib.sha256('\n'.join(lines).encode('utf-8')).hexdigest()


def id_of(digest):
    """The id of an event: the first 128 bits of its hash as a UUID of version 8."""
    variant = '89ab'[int(digest[16], 16) & 3]
    return f'{digest[:8]}-{digest[8:12]}-8{digest[13:16]}-{variant}{digest[17:20]}-{digest[20:32]}'


def canonical(value):
    """Canonical JSON (RFC 8785) of data that holds only text, whole numbers, booleans, null, lists and objects."""
    return CANONICAL.encode(value)


class Chains:
    """Follows the chain of every stream. Rows must come in the order of the log."""

    def __init__(self, file, report, is_whole):
        self.file, self.report, self.is_whole = file, report, is_whole
        self.heads = {}
        # Ascending while the rows are in order, so that a repeated one is found by bisection.
        self.positions = array('q')

    def take(self, row):
        stream, revision = row['stream'], int(row['revision'])
        where = f'{stream} event {revision}'
        position = int(row['position'])
        place = bisect_left(self.positions, position)
        if place < len(self.positions):
            if self.positions[place] == position:
                return self.report(self.file, where, f'position {position} occurs twice')
            self.report(self.file, where, f'stands after position {self.positions[-1]}, but has position {position}')
        self.positions.insert(place, position)
        if row['hash'] == '':
            return self.report(self.file, where, f'has no hash: {row["note"]}')
        digest = hash_of(row)
        if digest != row['hash']:
            self.report(self.file, where, 'is not what was hashed: its columns give ' + digest)
        elif id_of(digest) != row['eventId']:
            self.report(self.file, where, 'has the id of another event')
        before = self.heads.get(stream)
        if before is None and self.is_whole:
            before = (-1, GENESIS)
        if before is not None and revision != before[0] + 1:
            self.report(self.file, where, f'follows event {before[0]}: an event is missing, moved or repeated')
        elif before is not None and row['previousHash'] != before[1]:
            self.report(self.file, where, 'is not chained to the event before it')
        self.heads[stream] = (revision, row['hash'])
        return None
