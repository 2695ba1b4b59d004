#!/bin/sh
# Compiles each C kernel beside this script to WebAssembly with SIMD. Needed only when a .c or .h file changes:
# the .wasm files are checked in, so that nobody needs a C compiler to install or run Kinora.
# Takes clang and wasm-ld (Debian: clang, lld).
set -eu
cd "$(dirname "$0")"
for source in *.c; do
  clang --target=wasm32 -O3 -msimd128 -mbulk-memory -ffast-math -fno-builtin-memset -nostdlib -Wall -Wextra -Werror -Wno-unused-function \
    -Wl,--no-entry -Wl,--export-dynamic -Wl,--strip-all -Wl,--export=__heap_base -Wl,--initial-memory=1048576 -Wl,--max-memory=268435456 \
    -o "${source%.c}.wasm" "$source"
  echo "built ${source%.c}.wasm"
done
