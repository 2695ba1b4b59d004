//go:build tools

// Package tools names stripe-mock, so that this module pins the version that the tests build.
package tools

import _ "github.com/stripe/stripe-mock"
