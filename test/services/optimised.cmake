# Included by the matrix library's own project, whose code makes the images.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
