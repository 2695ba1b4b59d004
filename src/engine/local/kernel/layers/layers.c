/*
 * Kernel of the layered painter: sky, ground, water, drawn shapes, light. Each function reads its parameters from one
 * block of floats (layers_params) in the order of its struct; painter.ts fills the block.
 */
#include "layers_frame.h"
#include "layers_sky.h"
#include "layers_terrain.h"
#include "layers_water.h"
#include "layers_light.h"
#include "layers_fields.h"
