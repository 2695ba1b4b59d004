/* Rays, four at a time: which groups they may meet, where they hit, how much light reaches a point. */
#ifndef KINORA_SOLID_MARCH_H
#define KINORA_SOLID_MARCH_H

#include "solid-field.h"

typedef struct { int count; int id[MAX_GROUPS]; f4 start, end; } Reach;

/* Lists the groups whose bounds come within `cone` x distance of any of the four rays, and where the rays enter and leave them. */
static void reach4(Reach *reach, p4 o, p4 d, i4 lanes, float cone, int shadow, const int *among, int among_count) {
  reach->count = 0;
  reach->start = all4(FAR_AWAY);
  reach->end = all4(-1.0f);
  for (int n = 0; n < among_count; n += 1) {
    const int i = among ? among[n] : n;
    const Group *g = groups + i;
    if (shadow && g->shadowless > 0.0f) continue;
    const f4 x = g->x - o.x, y = g->y - o.y, z = g->z - o.z;
    const f4 along = x * d.x + y * d.y + z * d.z;
    const f4 wide = g->r + cone * max4(along, all4(0.0f));
    const f4 off = x * x + y * y + z * z - along * along;
    const i4 meets = (off < wide * wide) & (along > -g->r) & lanes;
    if (!any4(meets)) continue;
    if (reach->count < MAX_GROUPS) reach->id[reach->count++] = i;
    const f4 half = sqrt4(wide * wide - off);
    reach->start = pick4(meets, min4(reach->start, max4(along - half, all4(0.0f))), reach->start);
    reach->end = pick4(meets, max4(reach->end, along + half), reach->end);
  }
}

/* Marches to the first surface before `limit`; gives the lanes that hit. */
static i4 march4(const Reach *reach, p4 o, p4 d, i4 lanes, f4 limit, float fine, f4 *t, i4 *which) {
  const f4 end = min4(reach->end, limit);
  f4 at = max4(reach->start, *t);
  i4 live = lanes & (at < end), hit = {0, 0, 0, 0};
  for (int step = 0; step < 96 && any4(live); step += 1) {
    i4 id = *which;
    const f4 gap = field4(reach->id, reach->count, mad4(o, d, at), 0.12f, &id);
    const i4 touch = live & (gap < fine * (1.0f + at));
    *which = pick4i(touch, id, *which);
    hit |= touch;
    live &= ~touch;
    at = pick4(live, at + gap * 0.96f, at);
    live &= at < end;
  }
  *t = at;
  return hit;
}

static p4 normal4(const Reach *reach, p4 p, float e) {
  int near[MAX_GROUPS], count = 0;
  for (int n = 0; n < reach->count; n += 1) {
    const Group *g = groups + reach->id[n];
    if (any4(len3_4(p.x - g->x, p.y - g->y, p.z - g->z) < g->r + 4.0f * e)) near[count++] = reach->id[n];
  }
  i4 id = {0, 0, 0, 0};
  const f4 a = field4(near, count, (p4){p.x + e, p.y - e, p.z - e}, FAR_AWAY, &id);
  const f4 b = field4(near, count, (p4){p.x - e, p.y - e, p.z + e}, FAR_AWAY, &id);
  const f4 c = field4(near, count, (p4){p.x - e, p.y + e, p.z - e}, FAR_AWAY, &id);
  const f4 f = field4(near, count, (p4){p.x + e, p.y + e, p.z + e}, FAR_AWAY, &id);
  return norm4((p4){a - b - c + f, c + f - a - b, b + f - a - c});
}

/* Light that reaches p from a wide source in direction l, 0..1 (smooth penumbra by the nearest miss on the way). */
static f4 shadow4(p4 p, p4 n, p4 l, i4 lanes) {
  const float k = world->penumbra;
  const p4 o = mad4(p, n, all4(0.012f));
  Reach reach;
  reach4(&reach, o, l, lanes, 1.0f / k, 1, 0, group_count);
  f4 light = all4(1.0f);
  if (reach.count == 0) return light;
  f4 t = max4(reach.start, all4(0.01f));
  const f4 end = min4(reach.end, all4(12.0f));
  i4 live = lanes & (t < end);
  i4 id = {0, 0, 0, 0};
  for (int step = 0; step < 48 && any4(live); step += 1) {
    const f4 gap = field4(reach.id, reach.count, mad4(o, l, t), 1.0f, &id);
    light = pick4(live, min4(light, gap * k / t), light);
    t += clamp4(gap * 0.8f, 0.02f, 0.45f);
    live &= (t < end) & (light > -1.0f);
  }
  light = clamp4(light, -1.0f, 1.0f);
  return 0.25f * (1.0f + light) * (1.0f + light) * (2.0f - light);
}

/* The ground or wall as a distance, so that it darkens what stands on it. */
static inline f4 ground4(p4 p) {
  const int kind = (int)world->backdrop;
  if (kind == 1 || kind == 2) return all4(FAR_AWAY);
  return kind == 0 ? min4(p.y, p.z - world->wall_z) : p.y;
}

/* Openness of the surroundings of p, 0..1. */
static f4 open4(p4 p, p4 n, i4 lanes, int on_ground) {
  int near[MAX_GROUPS], count = 0;
  for (int i = 0; i < group_count; i += 1) {
    const Group *g = groups + i;
    if (any4((len3_4(p.x - g->x, p.y - g->y, p.z - g->z) < g->r + 0.62f) & lanes)) near[count++] = i;
  }
  if (count == 0 && on_ground) return all4(1.0f);
  f4 shut = all4(0.0f);
  float weight = 1.0f;
  i4 id = {0, 0, 0, 0};
  for (int i = 0; i < 5; i += 1) {
    const float h = 0.02f + 0.145f * (float)i;
    const p4 at = mad4(p, n, all4(h));
    f4 gap = field4(near, count, at, 1.0f, &id);
    if (!on_ground) gap = min4(gap, ground4(at));
    shut += max4(h - max4(gap, all4(0.0f)), all4(0.0f)) * (weight / (0.12f + h));
    weight *= 0.72f;
  }
  return clamp4(1.0f - 0.52f * shut, 0.0f, 1.0f);
}

#endif
