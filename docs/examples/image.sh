#!/bin/sh
# Makes an image and saves it. KINORA_URL is the server, KINORA_KEY an API key; the argument is the file to write.
set -eu
api="$KINORA_URL/api/v1"
key="Authorization: Bearer $KINORA_KEY"

task=$(curl --fail-with-body -sS "$api/creations/text2Image.create" -H "$key" -H 'Content-Type: application/json' \
  -d '{"model": "preview", "prompt": "a lighthouse on a cliff at sunset", "aspect": "16:9", "maxCredits": 5}')
id=$(printf '%s' "$task" | sed -n 's/^{"id":"\([^"]*\)".*/\1/p')

while :; do
  task=$(curl --fail-with-body -sS "$api/tasks/$id" -H "$key")
  case $task in
    *'"status":"succeeded"'*) break ;;
    *'"status":"failed"'* | *'"status":"canceled"'*) printf '%s\n' "$task" >&2 && exit 1 ;;
  esac
  sleep 1
done

url=$(printf '%s' "$task" | sed -n 's/.*"url":"\([^"]*\)".*/\1/p')
curl --fail-with-body -sS "$url" -H "$key" -o "$1"
