// Package bounds keeps how large values a target takes, and says which sizes are tried.
package bounds
