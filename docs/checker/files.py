"""Reads an export folder: CSV files, roots and keys. Nothing here judges what it reads."""
import csv
import json
import os
import re
from array import array
from datetime import datetime, timedelta, timezone
from functools import lru_cache

csv.field_size_limit(1 << 30)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


TIME = re.compile(r'(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)\.(\d{3})Z')


@lru_cache(maxsize=None)
def _midnight(day):
    span = datetime.strptime(day, '%Y-%m-%d').replace(tzinfo=timezone.utc) - EPOCH
    return span.days * 86_400_000


def millis(text):
    """Milliseconds since the epoch of an ISO time in UTC; None for an empty text."""
    if text == '':
        return None
    found = TIME.fullmatch(text)
    if found is None:
        raise ValueError(f'{text} is not a time')
    day, hours, minutes, seconds, rest = found.groups()
    return _midnight(day) + int(hours) * 3_600_000 + int(minutes) * 60_000 + int(seconds) * 1_000 + int(rest)


def number(text):
    """A whole number; None for an empty text."""
    return None if text == '' else int(text)


def day_of(at):
    """The UTC day of a time in milliseconds since the epoch."""
    return day_name(at // 86_400_000)


def day_number(at):
    """The UTC day of a time, counted from the epoch."""
    return at // 86_400_000


@lru_cache(maxsize=None)
def day_name(number_of_day):
    """`YYYY-MM-DD` of a day counted from the epoch."""
    return (EPOCH + timedelta(days=number_of_day)).strftime('%Y-%m-%d')


def number_of(day):
    """A day `YYYY-MM-DD`, counted from the epoch."""
    return _midnight(day) // 86_400_000


class Folder:
    """The files of one export folder."""

    def __init__(self, path):
        self.path = path

    def has(self, name):
        return os.path.exists(os.path.join(self.path, name))

    def rows(self, name):
        """Rows of an export as dictionaries of text. One leading apostrophe is the mark of the file, not of the value."""
        with open(os.path.join(self.path, name + '.csv'), encoding='utf-8', newline='') as file:
            lines = csv.reader(file)
            header = next(lines, [])
            for values in lines:
                if values:
                    yield dict(zip(header, [value[1:] if value[:1] == "'" else value for value in values]))

    def json(self, name):
        with open(os.path.join(self.path, name), encoding='utf-8') as file:
            return json.load(file)


class Events:
    """What the roots need of every event, in about a hundred bytes each: a year of a large installation has millions."""

    def __init__(self):
        self.streams, self._numbers = [], {}
        self.stream, self.revision = array('q'), array('q')
        self.position, self.recorded = array('q'), array('q')
        self._hashes = bytearray()

    def __len__(self):
        return len(self.position)

    def add(self, row):
        stream = row['stream']
        number_of_stream = self._numbers.setdefault(stream, len(self.streams))
        if number_of_stream == len(self.streams):
            self.streams.append(stream)
        self.stream.append(number_of_stream)
        self.revision.append(int(row['revision']))
        self.position.append(int(row['position']))
        self.recorded.append(millis(row['recordedAt']))
        # A hash has 64 hexadecimal digits; another text never fits a root.
        self._hashes += row['hash'].encode('utf-8')[:64].ljust(64)

    def hash(self, index):
        return self._hashes[index * 64:index * 64 + 64].rstrip().decode('utf-8', 'replace')

    def in_order(self):
        """Indexes of the events in the order of the log."""
        return array('q', sorted(range(len(self)), key=self.position.__getitem__))
