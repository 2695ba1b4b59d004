// Stands in for @tensorflow/tfjs, which face-api requires: of its 226 MB face-api calls the core alone, and tensors' operations as their methods.
const core = require('@tensorflow/tfjs-core');

/** How the core names its operations, apart from its other functions. */
const OPERATION = /__op$/;
/** They take a list of tensors first, so that as methods they would mean something else. */
const OF_LISTS = new Set(['addN', 'concat', 'einsum', 'stack']);

const methods = Object.fromEntries(
  Object.entries(core)
    .filter(([name, value]) => typeof value === 'function' && OPERATION.test(value.name) && !OF_LISTS.has(name))
    .map(([name, operation]) => [
      name,
      function chained(...rest) {
        return operation(this, ...rest);
      },
    ]),
);
for (const rank of [1, 2, 3, 4])
  methods[`as${rank}D`] = function reshaped(...shape) {
    return core.reshape(this, rank === 1 ? [this.size] : shape);
  };
methods.toFloat = function toFloat() {
  return core.cast(this, 'float32');
};
methods.toInt = function toInt() {
  return core.cast(this, 'int32');
};
for (const [name, method] of Object.entries(methods))
  if (!(name in core.Tensor.prototype)) core.Tensor.prototype[name] = method;

module.exports = core;
