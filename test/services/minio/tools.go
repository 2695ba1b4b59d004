//go:build tools

// Package tools names the MinIO server, so that this module pins the version that the tests build.
package tools

import _ "github.com/minio/minio"
