/* Rays, four at a time: the groups that they may hit, the hits, and the light that reaches a point. */
#ifndef KINORA_SOLID_MARCH_H
#define KINORA_SOLID_MARCH_H

#include "solid-field.h"

/* The bodies that rays may meet, and for each where the rays are within its box. */
typedef struct { int count; int id[MAX_GROUPS]; f4 enters[MAX_GROUPS], leaves[MAX_GROUPS]; f4 start, end; } Reach;

static inline f4 inverse4(f4 d) { return 1.0f / pick4(abs4(d) < 1e-6f, all4(1e-6f), d); }

/* Where rays pass through a box widened by `cone` x the way to its far side: enters gets the entry, the answer is the exit (before it: a miss). */
static inline f4 slab4(const Group *g, p4 from, p4 d, p4 inverse, float cone, f4 *enters) {
  p4 o = {from.x - g->x, from.y - g->y, from.z - g->z};
  if (g->turned != 0.0f) {
    o = sided4(g, o);
    d = sided4(g, d);
    inverse = (p4){inverse4(d.x), inverse4(d.y), inverse4(d.z)};
  }
  f4 wide = all4(0.0f);
  if (cone > 0.0f) wide = cone * max4(abs4(d.x) * g->w + abs4(d.y) * g->h + abs4(d.z) * g->d - dot4(o, d), wide);
  const f4 ax = (-g->w - wide - o.x) * inverse.x, bx = (g->w + wide - o.x) * inverse.x;
  const f4 ay = (-g->h - wide - o.y) * inverse.y, by = (g->h + wide - o.y) * inverse.y;
  const f4 az = (-g->d - wide - o.z) * inverse.z, bz = (g->d + wide - o.z) * inverse.z;
  *enters = max4(max4(min4(ax, bx), min4(ay, by)), max4(min4(az, bz), all4(0.0f)));
  return min4(min4(max4(ax, bx), max4(ay, by)), max4(az, bz));
}

/* Lists the groups whose boxes come within `cone` x distance of any of the four rays, with the rays' entry and exit. */
static void reach4(Reach *reach, p4 o, p4 d, i4 lanes, float cone, int shadow) {
  reach->count = 0;
  reach->start = all4(FAR_AWAY);
  reach->end = all4(-1.0f);
  const p4 inverse = {inverse4(d.x), inverse4(d.y), inverse4(d.z)};
  for (int c = 0; c < cluster_count; c += 1) {
    const int first = (int)clusters[c].first, end = first + (int)clusters[c].count;
    if (end - first > 1) {
      // A turned box that is widened by some way along its own sides reaches up to the root of three times that way along others.
      f4 in;
      const f4 out = slab4(clusters + c, o, d, inverse, cone * 1.7321f, &in);
      if (!any4((out >= in) & lanes)) continue;
    }
    for (int i = first; i < end; i += 1) {
      const Group *g = groups + i;
      if (shadow && g->shadowless > 0.0f) continue;
      f4 enters;
      const f4 leaves = slab4(g, o, d, inverse, cone, &enters);
      const i4 meets = (leaves >= enters) & lanes;
      if (!any4(meets) || reach->count == MAX_GROUPS) continue;
      const int n = reach->count++;
      reach->id[n] = i;
      reach->enters[n] = pick4(meets, enters, all4(FAR_AWAY));
      reach->leaves[n] = pick4(meets, leaves, all4(-1.0f));
      reach->start = pick4(meets, min4(reach->start, enters), reach->start);
      reach->end = pick4(meets, max4(reach->end, leaves), reach->end);
    }
  }
}

/*
 * Bodies whose boxes begin this close ahead are evaluated immediately: a stop at every box of a dense cluster would use
 * up the steps.
 */
#define LOOK_AHEAD 0.06f

/* How far the rays may go on from `at` without passing a surface: the distance to the bodies whose boxes they are in,
 * or nearly in, and the way to the boxes ahead. `body` gets the lanes where a body is the nearer of the two. */
static inline f4 ahead4(const Reach *reach, p4 o, p4 d, f4 at, i4 live, i4 *which, i4 *body) {
  const p4 p = mad4(o, d, at);
  f4 best = all4(FAR_AWAY);
  *body = (i4){0, 0, 0, 0};
  for (int n = 0; n < reach->count; n += 1) {
    const f4 enters = reach->enters[n], before = enters - at;
    const i4 waits = before > LOOK_AHEAD, within = ~waits & (at <= reach->leaves[n]);
    const i4 sooner = waits & (before < best);
    best = pick4(sooner, before, best);
    *body &= ~sooner;
    if (!any4(within & live)) continue;
    i4 id;
    const f4 gap = group4(groups + reach->id[n], p, pick4(within & live, best, all4(-FAR_AWAY)), &id);
    const i4 nearer = within & (gap < best);
    *which = pick4i(nearer, id, *which);
    best = pick4(nearer, gap, best);
    *body |= nearer;
  }
  return best;
}

/* Marches to the first surface before `limit`; gives the lanes that hit. */
static i4 march4(const Reach *reach, p4 o, p4 d, i4 lanes, f4 limit, float fine, f4 *t, i4 *which) {
  const f4 end = min4(reach->end, limit);
  f4 at = max4(reach->start, *t);
  i4 live = lanes & (at < end), hit = {0, 0, 0, 0};
  for (int step = 0; step < 96 && any4(live); step += 1) {
    i4 id = *which, body;
    const f4 gap = ahead4(reach, o, d, at, live, &id, &body);
    const i4 touch = live & body & (gap < fine * (1.0f + at));
    *which = pick4i(touch, id, *which);
    hit |= touch;
    live &= ~touch;
    at = pick4(live, at + pick4(body, gap * 0.96f, gap + 1e-4f), at);
    live &= at < end;
  }
  *t = at;
  return hit;
}

/* Normals of the bodies that contain the listed primitives. */
static p4 normal4(const Reach *reach, p4 p, i4 lanes, i4 prim, float e) {
  int near[4], count = 0;
  for (int n = 0; n < reach->count && count < 4; n += 1) {
    const Group *g = groups + reach->id[n];
    const int first = (int)g->first, end = first + (int)g->count;
    if (any4(lanes & (prim >= first) & (prim < end))) near[count++] = reach->id[n];
  }
  i4 id = {0, 0, 0, 0};
  const f4 a = field4(near, count, (p4){p.x + e, p.y - e, p.z - e}, FAR_AWAY, &id);
  const f4 b = field4(near, count, (p4){p.x - e, p.y - e, p.z + e}, FAR_AWAY, &id);
  const f4 c = field4(near, count, (p4){p.x - e, p.y + e, p.z - e}, FAR_AWAY, &id);
  const f4 f = field4(near, count, (p4){p.x + e, p.y + e, p.z + e}, FAR_AWAY, &id);
  return norm4((p4){a - b - c + f, c + f - a - b, b + f - a - c});
}

/* Light from a wide source in direction l that reaches p, 0..1 (smooth penumbra by the nearest miss on the way). */
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
  soft_shapes = 1;
  for (int step = 0; step < steps && any4(live); step += 1) {
    // A box widened by t / k holds all that dims at t; the way to the next one is free.
    i4 body;
    const f4 gap = ahead4(&reach, o, l, t, live, &id, &body);
    light = pick4(live & body, min4(light, gap * k / t), light);
    t += pick4(body, clamp4(gap * 0.8f, 0.02f, 0.45f), gap + 1e-4f);
    live &= (t < end) & (light > -1.0f);
  }
  soft_shapes = 0;
  light = clamp4(light, -1.0f, 1.0f);
  return 0.25f * (1.0f + light) * (1.0f + light) * (2.0f - light);
}

/* The ground or wall as a distance, so that it occludes light from objects on it. */
static inline f4 ground4(p4 p) {
  const int kind = (int)world->backdrop;
  if (kind == 1 || kind == 2) return all4(FAR_AWAY);
  return kind == 0 ? min4(p.y, p.z - world->wall_z) : p.y;
}

/* Openness of the surroundings of p, 0..1. */
static f4 open4(p4 p, p4 n, i4 lanes, int on_ground) {
  int near[MAX_GROUPS], count = 0;
  for (int c = 0; c < cluster_count; c += 1) {
    const int first = (int)clusters[c].first, end = first + (int)clusters[c].count;
    if (end - first > 1 && !any4((bound4(clusters + c, p) < 0.62f) & lanes)) continue;
    for (int i = first; i < end; i += 1) if (any4((bound4(groups + i, p) < 0.62f) & lanes)) near[count++] = i;
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
