"""Makes an image and saves it. KINORA_URL is the server, KINORA_KEY an API key; the argument is the file to write."""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

API = os.environ["KINORA_URL"] + "/api/v1"
KEY = os.environ["KINORA_KEY"]


def ask(url, body=None, headers=None):
    """The bytes of an answer. A refusal ends the program with its problem details."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Authorization": f"Bearer {KEY}", **(headers or {})})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        sys.exit(error.read().decode())


task = json.loads(
    ask(
        f"{API}/creations/text2Image.create",
        {"model": "preview", "prompt": "a lighthouse on a cliff at sunset", "aspect": "16:9", "maxCredits": 5},
        # A repeated request with the same key makes nothing twice.
        {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())},
    )
)
while task["status"] not in ("succeeded", "failed", "canceled"):
    time.sleep(1)
    task = json.loads(ask(f"{API}/tasks/{task['id']}"))
if task["status"] != "succeeded":
    sys.exit(json.dumps(task["error"]))

with open(sys.argv[1], "wb") as file:
    file.write(ask(task["outputs"][0]["url"]))
