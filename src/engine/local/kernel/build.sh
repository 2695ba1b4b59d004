#!/bin/sh
# Compiles each C kernel in a folder beside this script (solid/solid.c) to WebAssembly with SIMD. Needed only when a .c or .h file changes:
# the .wasm files are checked in, so that nobody needs a C compiler to install or run Kinora.
# Takes clang and wasm-ld (Debian: clang, lld). Without arguments all kernels are built, else those named: build.sh solid
set -eu
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- $(ls -d */ | sed "s:/$::")
for name in "$@"; do
  source="$name/$name.c"
  clang --target=wasm32 -O3 -msimd128 -mbulk-memory -ffast-math -fno-builtin-memset -nostdlib -Wall -Wextra -Werror -Wno-unused-function -Wno-missing-field-initializers \
    -Wl,--no-entry -Wl,--export-dynamic -Wl,--strip-all -Wl,--export=__heap_base -Wl,-z,stack-size=524288 -Wl,--initial-memory=1048576 -Wl,--max-memory=268435456 \
    -o "${source%.c}.wasm" "$source"
  echo "built ${source%.c}.wasm"
done
