"""Reads an export folder: CSV files, roots and keys. Nothing here judges what it reads."""
import csv
import json
import os
from datetime import datetime, timezone

csv.field_size_limit(1 << 30)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def millis(text):
    """Milliseconds since the epoch of an ISO time in UTC; None for an empty text."""
    if text == '':
        return None
    read = datetime.strptime(text, '%Y-%m-%dT%H:%M:%S.%fZ').replace(tzinfo=timezone.utc)
    span = read - EPOCH
    return (span.days * 86_400 + span.seconds) * 1_000 + span.microseconds // 1_000


def number(text):
    """A whole number; None for an empty text."""
    return None if text == '' else int(text)


def day_of(at):
    """The UTC day of a time in milliseconds since the epoch."""
    return datetime.fromtimestamp(at // 1_000, tz=timezone.utc).strftime('%Y-%m-%d')


def day_number(at):
    """The UTC day of a time, counted from the epoch."""
    return at // 86_400_000


def day_name(number_of_day):
    """`YYYY-MM-DD` of a day counted from the epoch."""
    return day_of(number_of_day * 86_400_000)


def number_of(day):
    """A day `YYYY-MM-DD`, counted from the epoch."""
    return (datetime.strptime(day, '%Y-%m-%d').replace(tzinfo=timezone.utc) - EPOCH).days


class Folder:
    """The files of one export folder."""

    def __init__(self, path):
        self.path = path

    def has(self, name):
        return os.path.exists(os.path.join(self.path, name))

    def rows(self, name):
        """Rows of an export as dictionaries of text. One leading apostrophe is the mark of the file, not of the value."""
        with open(os.path.join(self.path, name + '.csv'), encoding='utf-8', newline='') as file:
            for row in csv.DictReader(file):
                yield {column: value[1:] if value.startswith("'") else value for column, value in row.items()}

    def json(self, name):
        with open(os.path.join(self.path, name), encoding='utf-8') as file:
            return json.load(file)
