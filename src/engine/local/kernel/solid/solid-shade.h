/* The colour of a ray: lit surfaces, reflections, refractions, and effects in the air in front of them. */
#ifndef KINORA_SOLID_SHADE_H
#define KINORA_SOLID_SHADE_H

#include "solid-scenery.h"
#include "solid-paint.h"

static vec3 lamp_light(vec3 p, vec3 n) {
  vec3 sum = splat3(0.0f);
  for (int i = 0; i < glow_count; i += 1) {
    if (glows[i].light <= 0.0f) continue;
    const vec3 to = sub3(load3(glows[i].at), p);
    const float r2 = dot3(to, to);
    const float facing = saturate1(0.25f + 0.75f * dot3(to, n) / max1(sqrt1(r2), 1e-4f));
    sum = mad3(sum, load3(glows[i].colour), glows[i].light * facing / (0.25f + r2));
  }
  return sum;
}

/* Depth of reflected rays: objects that they hit are shown, but the backdrop is not evaluated. */
enum { MIRRORED = 2 };
/* Steps of a ray towards the light, from directly visible points, and from reflected or refracted ones. */
enum { SHADOW_STEPS = 22, MIRRORED_SHADOW_STEPS = 14 };

typedef struct { vec3 base, direct, mirror; float share, rough, shine; const Material *m; } Surface;

static vec3 bumped(const Material *m, vec3 q, vec3 n) {
  if (m->bump == 0.0f) return n;
  const float s = m->bump_scale, e = 0.15f;
  const uint32_t seed = (uint32_t)m->seed + 77u;
  const vec3 p = scale3(q, s);
  const float h = noise3(p.x, p.y, p.z, seed);
  const vec3 slope = v3(noise3(p.x + e, p.y, p.z, seed) - h, noise3(p.x, p.y + e, p.z, seed) - h, noise3(p.x, p.y, p.z + e, seed) - h);
  return normalise3(sub3(n, scale3(slope, m->bump / e)));
}

static vec3 lit(const Surface *s, vec3 p, vec3 n, vec3 d, float light, float open) {
  const Material *m = s->m;
  const vec3 l = load3(world->key), key = load3(world->key_colour);
  const float facing = dot3(n, l);
  const float wrapped = m->soft > 0.0f ? saturate1((facing + 0.55f * m->soft) / (1.0f + 0.55f * m->soft)) : max1(facing, 0.0f);
  const float shade = mix1(light, 1.0f, 0.3f * m->soft);
  vec3 sum = scale3(key, wrapped * shade);
  sum = add3(sum, scale3(load3(world->sky), (0.5f + 0.5f * n.y) * open));
  sum = add3(sum, scale3(load3(world->bounce), (0.5f - 0.5f * n.y) * (0.3f + 0.7f * open)));
  sum = add3(sum, scale3(load3(world->rim_colour), max1(dot3(n, load3(world->rim)), 0.0f) * 0.55f * open));
  sum = add3(sum, lamp_light(p, n));
  vec3 out = mul3(s->base, sum);
  if (m->soft > 0.0f) {
    const float through = saturate1(-facing) * 0.45f * m->soft;
    out = add3(out, mul3(mul3(s->base, s->base), scale3(key, through)));
  }
  const vec3 h = normalise3(sub3(l, d));
  const float power = 2.0f / max1(s->rough * s->rough * s->rough * s->rough, 0.0004f), shiny = max1(dot3(n, h), 0.0f);
  const float spec = (power + 2.0f) * 0.02f * pow1(shiny, power) * (m->f0 * 4.0f + 0.04f) * max1(facing, 0.0f) * light;
  const vec3 tint = m->metal > 0.5f ? s->base : splat3(1.0f);
  if (m->metal > 0.5f) out = scale3(out, 0.22f);
  return add3(out, mul3(tint, scale3(key, min1(spec, 4.0f) * smoothstep1(0.12f, 0.4f, s->rough))));
}

static Surface surface_at(int prim, vec3 p, vec3 *n, vec3 d) {
  const Prim *s = prims + prim;
  Surface out;
  out.m = materials + (int)s->material;
  const p4 local = local4(s, (p4){all4(p.x), all4(p.y), all4(p.z)});
  const vec3 q = lane3(local, 0);
  out.base = paint(out.m, q, &out.shine);
  *n = bumped(out.m, q, *n);
  out.rough = out.m->roughness;
  const float facing = saturate1(-dot3(d, *n));
  const float fresnel = out.m->f0 + (1.0f - out.m->f0) * pow1(1.0f - facing, 5.0f) * (1.0f - 0.85f * out.rough);
  out.share = out.m->metal > 0.5f ? 0.5f + 0.5f * fresnel : fresnel;
  if (out.m->iridescence > 0.0f) {
    const vec3 r = reflect3(d, *n);
    const float phase = 0.44f * n->y + 0.13f * r.x + 0.30f * (1.0f - facing) + 0.12f * fbm3(q.x * 1.1f, q.y * 1.1f, q.z * 1.1f, 2, (uint32_t)out.m->seed) + out.m->p[0];
    out.base = mix3(out.base, out.m->transmission > 1.5f ? mix3(film(phase * 1.6f), splat3(0.8f), 0.25f) : sheen(phase * 0.9f + 0.45f), out.m->iridescence);
  }
  out.mirror = out.m->metal > 0.5f ? mix3(out.base, splat3(1.0f), 0.8f * pow1(1.0f - facing, 5.0f)) : splat3(1.0f);
  return out;
}

typedef struct { p4 colour; f4 t; i4 id; } Traced;

static int is_glass(const Surface *s) { return s->m->transmission > 0.0f; }

static void trace4(p4 o, p4 d, i4 lanes, f4 u, f4 v, int depth, Traced *out);

/* Light through a glass body entered at p with normal n: refracted in and out, and absorbed on the way. */
static void through_glass(const Reach *reach, p4 p, p4 n, p4 d, i4 lanes, f4 u, f4 v, const Material *m, p4 *colour) {
  const float eta = 1.0f / m->ior;
  int body[MAX_GROUPS], count = 0;
  for (int i = 0; i < reach->count; i += 1) if (groups[reach->id[i]].glass > 0.0f) body[count++] = reach->id[i];
  const f4 c = -dot4(d, n), k = sqrt4(1.0f - eta * eta * (1.0f - c * c));
  const f4 bend = eta * c - k;
  const p4 inside = norm4((p4){d.x * eta + n.x * bend, d.y * eta + n.y * bend, d.z * eta + n.z * bend});
  const p4 start = mad4(p, n, all4(-0.006f));
  f4 t = all4(0.02f);
  i4 live = lanes, id = {0, 0, 0, 0};
  for (int step = 0; step < 28 && any4(live); step += 1) {
    const f4 gap = -field4(body, count, mad4(start, inside, t), FAR_AWAY, &id);
    live &= gap > 0.002f;
    t = pick4(live, t + max4(gap, all4(0.004f)), t);
  }
  const p4 far = mad4(start, inside, t);
  Reach around;
  around.count = count;
  for (int i = 0; i < count; i += 1) around.id[i] = body[i];
  const p4 back = normal4(&around, far, lanes, id, 0.004f);
  const f4 cb = dot4(inside, back), under = 1.0f - m->ior * m->ior * (1.0f - cb * cb);
  const f4 turn = m->ior * -cb + sqrt4(under);
  p4 leave = {inside.x * m->ior + back.x * turn, inside.y * m->ior + back.y * turn, inside.z * m->ior + back.z * turn};
  const i4 held = under < 0.0f;
  leave = norm4((p4){pick4(held, inside.x + 0.5f * back.x, leave.x), pick4(held, inside.y + 0.5f * back.y, leave.y), pick4(held, inside.z + 0.5f * back.z, leave.z)});
  Traced behind;
  trace4(mad4(far, back, all4(0.02f)), leave, lanes, u, v, 1, &behind);
  for (int i = 0; i < 4; i += 1) if (lanes[i]) {
    const float way = t[i];
    const vec3 keep = v3(exp1(-m->absorb[0] * way), exp1(-m->absorb[1] * way), exp1(-m->absorb[2] * way));
    const float held = 1.0f - (keep.x + keep.y + keep.z) * (1.0f / 3.0f);
    const vec3 glow = scale3(load3(m->a), 0.42f * held * (1.0f - exp1(-1.4f * way)));
    put3(colour, i, add3(mul3(lane3(behind.colour, i), keep), mul3(glow, load3(world->key_colour))));
  }
}

/* Flames, steam, halos of light: added in front of everything nearer than `t`. */
static vec3 glow_over(vec3 colour, vec3 o, vec3 d, float t) {
  for (int i = 0; i < glow_count; i += 1) {
    const Glow *g = glows + i;
    const vec3 to = sub3(load3(g->at), o);
    const float along = dot3(to, d);
    if (along <= 0.0f || g->strength <= 0.0f) continue;
    const vec3 off = sub3(scale3(d, along), to);
    if (g->kind < 0.5f) {
      if (along - g->radius * 0.4f > t) continue;
      const float r2 = dot3(off, off) / (g->radius * g->radius);
      if (r2 < 9.0f) colour = mad3(colour, load3(g->colour), g->strength * exp1(-2.4f * r2));
      continue;
    }
    if (along > t) continue;
    const float x = dot3(off, load3(world->right)) / g->radius, y = dot3(off, load3(world->up)) / g->height;
    if (fabs1(x) > 1.0f || fabs1(y) > 1.0f) continue;
    const uint32_t seed = (uint32_t)g->seed;
    if (g->kind < 1.5f) {
      const float rise = 0.5f + 0.5f * y, sway = 0.34f * noise2(rise * 2.2f - 0.5f * world->seconds, 0.7f, seed) * rise;
      const float w = 0.16f + 0.42f * rise, cx = (x - sway) / w;
      const float curl = noise2(x * 2.6f + 2.0f * sway, rise * 3.2f - 0.6f * world->seconds, seed + 2u);
      const float body = exp1(-cx * cx * 2.6f) * (0.55f + 0.75f * curl) * smoothstep1(0.0f, 0.16f, rise) * (1.0f - smoothstep1(0.5f, 1.0f, rise));
      colour = mix3(colour, load3(g->colour), saturate1(body) * g->strength);
    } else {
      const float rise = 0.5f + 0.5f * y, w = 0.62f * sqrt1(saturate1(rise * 3.0f)) * (1.0f - 0.94f * smoothstep1(0.18f, 1.0f, rise));
      const float r = fabs1(x + 0.05f * sin1(rise * 5.0f + 3.0f * world->seconds)) / max1(w, 0.01f);
      const float body = (1.0f - smoothstep1(0.55f, 1.0f, r)) * smoothstep1(0.0f, 0.05f, rise) * (1.0f - smoothstep1(0.9f, 1.0f, rise));
      const vec3 heart = mix3(v3(1.0f, 0.93f, 0.72f), load3(g->colour), saturate1(r * 0.8f + 0.55f * rise));
      colour = mix3(colour, scale3(heart, 1.0f + g->strength), body);
    }
  }
  return colour;
}

static vec3 air_over(vec3 colour, vec3 o, vec3 d, float t) {
  if (world->air_on > 0.0f) {
    const vec3 to = sub3(load3(world->air_at), o);
    const float along = dot3(to, d), off = sqrt1(dot3(to, to) - along * along) / world->air_radius;
    if (along > 0.0f && off < 1.9f) {
      const vec3 edge = normalise3(sub3(mad3(o, d, along), load3(world->air_at)));
      const float day = saturate1(0.3f + 0.9f * dot3(edge, load3(world->key)));
      const float halo = off > 1.0f ? exp1(-(off - 1.0f) * 9.0f) : pow1(off, 7.0f) * (t < FAR_AWAY ? 0.8f : 1.0f);
      colour = mad3(colour, load3(world->air_colour), world->air_on * halo * day);
    }
  }
  float ring_t;
  const float cover = ring_cover(o, d, &ring_t);
  if (cover > 0.0f && ring_t < t) {
    const vec3 p = mad3(o, d, ring_t), to = sub3(load3(world->ring_at), p), l = load3(world->key);
    const float along = dot3(to, l), off = sqrt1(dot3(to, to) - along * along);
    const float light = along > 0.0f ? smoothstep1(0.96f, 1.04f, off / max1(world->air_radius, 0.01f)) : 1.0f;
    colour = mix3(colour, scale3(load3(world->ring_colour), (0.10f + 0.95f * light) * (0.55f + 0.6f * cover)), 0.9f * cover);
  }
  return colour;
}

/* Share of a traced image of nearby objects in a surface's reflection, by roughness. */
static inline float sharpness(float rough) { return 1.0f - smoothstep1(0.12f, 0.42f, rough); }

static void reflect_glossy(p4 hit_at, p4 n, p4 d, i4 lanes, f4 u, f4 v, const Surface *surfaces, p4 *mirrored, int depth) {
  p4 r;
  const f4 twice = 2.0f * dot4(d, n);
  r = (p4){d.x - n.x * twice, d.y - n.y * twice, d.z - n.z * twice};
  i4 sharp = {0, 0, 0, 0};
  for (int i = 0; i < 4; i += 1) if (lanes[i]) {
    put3(mirrored, i, surroundings(lane3(r, i), surfaces[i].rough));
    if (depth == 0 && surfaces[i].share * sharpness(surfaces[i].rough) > 0.03f) sharp[i] = -1;
  }
  if (!any4(sharp)) return;
  Traced seen;
  trace4(mad4(hit_at, n, all4(0.015f)), r, sharp, u, v, MIRRORED, &seen);
  for (int i = 0; i < 4; i += 1) if (sharp[i] && seen.t[i] < FAR_AWAY) {
    const float fade = sharpness(surfaces[i].rough) / (1.0f + 0.12f * seen.t[i]);
    put3(mirrored, i, mix3(lane3(*mirrored, i), lane3(seen.colour, i), fade));
  }
}

/* The hits that the key light can reach; surfaces facing away from it are in their own shadow. */
static i4 lightable(i4 hit, i4 prim, p4 n) {
  const f4 facing = dot4(n, splat4(world->key));
  for (int i = 0; i < 4; i += 1) if (hit[i]) {
    const Material *m = materials + (int)prims[prim[i]].material;
    if (facing[i] < -0.55f * m->soft - (m->bump != 0.0f ? 0.4f : 0.0f)) hit[i] = 0;
  }
  return hit;
}

static void shade_hits(const Reach *reach, p4 o, p4 d, i4 hit, f4 t, i4 prim, f4 u, f4 v, int depth, Traced *out) {
  const p4 p = mad4(o, d, t);
  p4 n = normal4(reach, p, hit, prim, depth == 0 ? 0.004f : 0.008f);
  const f4 light = shadow4(p, n, splat4(world->key), lightable(hit, prim, n), depth == 0 ? SHADOW_STEPS : MIRRORED_SHADOW_STEPS);
  const f4 open = depth == 0 ? open4(p, n, hit, 0) : all4(0.8f);
  Surface s[4];
  i4 clear = {0, 0, 0, 0}, thin = {0, 0, 0, 0};
  const Material *glass = 0;
  for (int i = 0; i < 4; i += 1) if (hit[i]) {
    vec3 bump = lane3(n, i);
    float ring_t, dim = light[i];
    s[i] = surface_at(prim[i], lane3(p, i), &bump, lane3(d, i));
    put3(&n, i, bump);
    if (world->ring_on > 0.0f) dim *= 1.0f - 0.75f * ring_cover(mad3(lane3(p, i), bump, 0.02f), load3(world->key), &ring_t);
    s[i].direct = lit(&s[i], lane3(p, i), bump, lane3(d, i), dim, open[i]);
    if (depth == 0 && is_glass(&s[i])) {
      if (s[i].m->transmission > 1.5f) thin[i] = -1; else { clear[i] = -1; glass = s[i].m; }
    }
  }
  p4 mirrored = {all4(0.0f), all4(0.0f), all4(0.0f)}, passed = mirrored;
  reflect_glossy(p, n, d, hit, u, v, s, &mirrored, depth);
  if (glass) through_glass(reach, p, n, d, clear, u, v, glass, &passed);
  if (any4(thin)) {
    Traced behind;
    const f4 chord = 2.0f * abs4(dot4(d, n));
    f4 r = all4(0.0f);
    for (int i = 0; i < 4; i += 1) if (thin[i]) r[i] = prims[prim[i]].a[0] * prims[prim[i]].scale;
    trace4(mad4(p, d, chord * r + 0.02f), d, thin, u, v, 1, &behind);
    for (int i = 0; i < 4; i += 1) if (thin[i]) put3(&passed, i, lane3(behind.colour, i));
  }
  for (int i = 0; i < 4; i += 1) if (hit[i]) {
    const vec3 mirror = mul3(lane3(mirrored, i), s[i].mirror);
    const float share = s[i].share * (0.35f + 0.65f * open[i]);
    vec3 colour;
    if (thin[i]) {
      const float edge = pow1(1.0f - saturate1(-dot3(lane3(d, i), lane3(n, i))), 2.2f);
      const vec3 sheen = s[i].base;
      colour = add3(scale3(lane3(passed, i), 1.0f - 0.42f * edge), scale3(sheen, 0.10f + 0.75f * edge));
      colour = mad3(colour, mirror, 0.10f + 0.5f * s[i].share);
    } else if (clear[i]) {
      colour = mad3(scale3(lane3(passed, i), 1.0f - share), mirror, share);
      const vec3 gloss = scale3(s[i].direct, 0.12f);
      colour = add3(colour, gloss);
    } else if (s[i].m->metal > 0.5f) {
      colour = mad3(s[i].direct, mirror, share);
    } else {
      colour = mad3(scale3(s[i].direct, 1.0f - 0.6f * share), mirror, share);
    }
    colour = mad3(colour, s[i].base, s[i].shine);
    put3(&out->colour, i, colour);
    out->id[i] = 16 + prim[i];
  }
}

static void trace4(p4 o, p4 d, i4 lanes, f4 u, f4 v, int depth, Traced *out) {
  p4 ground_n = {all4(0.0f), all4(1.0f), all4(0.0f)};
  f4 ground_t = all4(FAR_AWAY);
  for (int i = 0; i < 4; i += 1) if (lanes[i]) {
    vec3 n;
    ground_t[i] = backdrop_hit(lane3(o, i), lane3(d, i), &n);
    put3(&ground_n, i, n);
  }
  Reach reach;
  reach4(&reach, o, d, lanes, 0.0f, 0);
  f4 t = all4(0.0f);
  i4 prim = {0, 0, 0, 0}, hit = {0, 0, 0, 0};
  if (reach.count > 0) hit = march4(&reach, o, d, lanes, ground_t, depth == 0 ? 0.0004f : 0.0012f, &t, &prim);
  out->t = pick4(hit, t, ground_t);
  out->id = (i4){0, 0, 0, 0};
  out->colour = (p4){all4(0.0f), all4(0.0f), all4(0.0f)};
  if (any4(hit)) shade_hits(&reach, o, d, hit, t, prim, u, v, depth, out);
  const i4 ground = lanes & ~hit & (ground_t < FAR_AWAY);
  if (any4(ground)) {
    const p4 p = mad4(o, d, pick4(ground, ground_t, all4(1.0f)));
    const f4 light = shadow4(p, ground_n, splat4(world->key), ground, depth == 0 ? SHADOW_STEPS : MIRRORED_SHADOW_STEPS);
    const f4 open = depth == 0 ? open4(p, ground_n, ground, 1) : all4(1.0f);
    for (int i = 0; i < 4; i += 1) if (ground[i]) {
      const vec3 at = lane3(p, i), n = lane3(ground_n, i);
      vec3 colour = backdrop_shade(at, n, lane3(d, i), ground_t[i], light[i], open[i]);
      if (glow_count > 0) colour = add3(colour, mul3(mul3(load3((int)world->backdrop == GROUND ? world->accent : world->low), lamp_light(at, n)), splat3(0.35f + 0.65f * open[i])));
      put3(&out->colour, i, colour);
      out->id[i] = 1;
    }
  }
  for (int i = 0; i < 4; i += 1) if (lanes[i]) {
    const vec3 from = lane3(o, i), way = lane3(d, i);
    if (depth == MIRRORED && !hit[i] && !ground[i]) continue;
    if (!hit[i] && !ground[i]) put3(&out->colour, i, beyond(way, u[i], v[i]));
    if (!hit[i] && depth < MIRRORED && world->place > 0.0f) put3(&out->colour, i, scenery_over(lane3(out->colour, i), from, way, out->t[i]));
    put3(&out->colour, i, glow_over(air_over(lane3(out->colour, i), from, way, out->t[i]), from, way, out->t[i]));
    if (depth == 0 && world->falling > 0.0f) put3(&out->colour, i, falling(lane3(out->colour, i), u[i], v[i]));
  }
}

#endif
