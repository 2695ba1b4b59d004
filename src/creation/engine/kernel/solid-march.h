/* Rays, four at a time: which groups they may meet, where they hit, how much light reaches a point. */
#ifndef KINORA_SOLID_MARCH_H
#define KINORA_SOLID_MARCH_H

#include "solid-field.h"

typedef struct { int count; int id[MAX_GROUPS]; f4 start, end; } Reach;

/* Where rays pass through a box widened by `wide`: enters gets the entry, the answer is the exit (before it: a miss). */
static inline f4 slab4(const Group *g, p4 o, p4 inverse, f4 wide, f4 *enters) {
  const f4 ax = (g->x - g->w - wide - o.x) * inverse.x, bx = (g->x + g->w + wide - o.x) * inverse.x;
  const f4 ay = (g->y - g->h - wide - o.y) * inverse.y, by = (g->y + g->h + wide - o.y) * inverse.y;
  const f4 az = (g->z - g->d - wide - o.z) * inverse.z, bz = (g->z + g->d + wide - o.z) * inverse.z;
  *enters = max4(max4(min4(ax, bx), min4(ay, by)), max4(min4(az, bz), all4(0.0f)));
  return min4(min4(max4(ax, bx), max4(ay, by)), max4(az, bz));
}

static inline f4 inverse4(f4 d) { return 1.0f / pick4(abs4(d) < 1e-6f, all4(1e-6f), d); }

/* Lists the groups whose boxes come within `cone` x distance of any of the four rays, and where the rays enter and leave them. */
static void reach4(Reach *reach, p4 o, p4 d, i4 lanes, float cone, int shadow) {
  reach->count = 0;
  reach->start = all4(FAR_AWAY);
  reach->end = all4(-1.0f);
  const p4 inverse = {inverse4(d.x), inverse4(d.y), inverse4(d.z)};
  for (int i = 0; i < group_count; i += 1) {
    const Group *g = groups + i;
    if (shadow && g->shadowless > 0.0f) continue;
    f4 wide = all4(0.0f), enters;
    if (cone > 0.0f) wide = cone * max4(len3_4(g->x - o.x, g->y - o.y, g->z - o.z), all4(0.0f));
    const f4 leaves = slab4(g, o, inverse, wide, &enters);
    const i4 meets = (leaves >= enters) & lanes;
    if (!any4(meets)) continue;
    if (reach->count < MAX_GROUPS) reach->id[reach->count++] = i;
    reach->start = pick4(meets, min4(reach->start, enters), reach->start);
    reach->end = pick4(meets, max4(reach->end, leaves), reach->end);
  }
}

/* Marches to the first surface before `limit`; gives the lanes that hit. */
static i4 march4(const Reach *reach, p4 o, p4 d, i4 lanes, f4 limit, float fine, f4 *t, i4 *which) {
  const f4 end = min4(reach->end, limit);
  f4 at = max4(reach->start, *t);
  i4 live = lanes & (at < end), hit = {0, 0, 0, 0};
  for (int step = 0; step < 96 && any4(live); step += 1) {
    i4 id = *which;
    const f4 gap = field4(reach->id, reach->count, mad4(o, d, at), 0.02f, &id);
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
    if (any4(bound4(g, p) < 4.0f * e)) near[count++] = reach->id[n];
  }
  i4 id = {0, 0, 0, 0};
  const f4 a = field4(near, count, (p4){p.x + e, p.y - e, p.z - e}, FAR_AWAY, &id);
  const f4 b = field4(near, count, (p4){p.x - e, p.y - e, p.z + e}, FAR_AWAY, &id);
  const f4 c = field4(near, count, (p4){p.x - e, p.y + e, p.z - e}, FAR_AWAY, &id);
  const f4 f = field4(near, count, (p4){p.x + e, p.y + e, p.z + e}, FAR_AWAY, &id);
  return norm4((p4){a - b - c + f, c + f - a - b, b + f - a - c});
}

/* Light that reaches p from a wide source in direction l, 0..1 (smooth penumbra by the nearest miss on the way). */
static f4 shadow4(p4 p, p4 n, p4 l, i4 lanes, int steps) {
  const float k = world->penumbra;
  const p4 o = mad4(p, n, all4(0.012f));
  Reach reach;
  reach4(&reach, o, l, lanes, 1.0f / k, 1);
  f4 light = all4(1.0f);
  if (reach.count == 0) return light;
  f4 t = max4(reach.start, all4(0.01f));
  const f4 end = min4(reach.end, all4(12.0f));
  i4 live = lanes & (t < end);
  i4 id = {0, 0, 0, 0};
  for (int step = 0; step < steps && any4(live); step += 1) {
    // What is further than t / k dims nothing, so its bounds will do.
    const float widest = max1(max1(t[0], t[1]), max1(t[2], t[3])) / k;
    const f4 gap = field4(reach.id, reach.count, mad4(o, l, t), widest + 0.01f, &id);
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
    if (any4((bound4(g, p) < 0.62f) & lanes)) near[count++] = i;
  }
  if (count == 0 && on_ground) return all4(1.0f);
  f4 shut = all4(0.0f);
  float weight = 1.0f;
  i4 id = {0, 0, 0, 0};
  for (int i = 0; i < 5; i += 1) {
    const float h = 0.02f + 0.145f * (float)i;
    const p4 at = mad4(p, n, all4(h));
    f4 gap = field4(near, count, at, h, &id);
    if (!on_ground) gap = min4(gap, ground4(at));
    shut += max4(h - max4(gap, all4(0.0f)), all4(0.0f)) * (weight / (0.12f + h));
    weight *= 0.72f;
  }
  return clamp4(1.0f - 0.52f * shut, 0.0f, 1.0f);
}

#endif
