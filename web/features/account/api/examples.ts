/** Requests that make a first image, for a shell. */
export interface Examples {
  readonly create: string;
  readonly poll: string;
  readonly download: string;
}

/** @param origin of the server, without a trailing slash */
export const examplesFor = (origin: string): Examples => ({
  create: `curl ${origin}/api/v1/creations/text2Image.create \\
  -H "Authorization: Bearer $KINORA_KEY" \\
  -H "Idempotency-Key: my-first-image" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "preview", "prompt": "sunset over a lake", "maxCredits": 10}'`,
  poll: `curl ${origin}/api/v1/tasks/$TASK_ID \\
  -H "Authorization: Bearer $KINORA_KEY"`,
  download: `curl ${origin}/api/media/$TASK_ID/0 \\
  -H "Authorization: Bearer $KINORA_KEY" -o sunset.png`,
});
