package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/memo"
)

// Shared returns what make gives, made once per name and run. What its maker may
// wait for is written in internal/memo/doc.go.
func Shared[T any](ctx context.Context, r *Run, name string, make func(context.Context) (T, error)) (T, error) {
	return memo.Do(ctx, &r.memos, name, make)
}
