import type { FastifyPluginCallback } from 'fastify';

/**
 * Names a Fastify plug-in for errors and `printPlugins()`. For a plug-in without a name, Fastify searches all loaded
 * modules, twice per registration.
 */
export const pluginNamed = (name: string, plugin: FastifyPluginCallback): FastifyPluginCallback =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });
