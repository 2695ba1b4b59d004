import type { FastifyPluginCallback } from 'fastify';

/**
 * Names a Fastify plug-in, as its errors and `printPlugins()` show it. Fastify looks for the name of a nameless one among all modules that the
 * process has loaded, twice a registration.
 */
export const pluginNamed = (name: string, plugin: FastifyPluginCallback): FastifyPluginCallback => Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });
