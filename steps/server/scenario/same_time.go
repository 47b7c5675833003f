package scenario

import (
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/credit-partner/assay/internal/driver"
)

// AtTheSameTime makes one call for each of all, all at the same time. It returns the answers in the
// order of all, without those of calls that could not be made, and the first error.
func AtTheSameTime[T any](all []T, do func(T) (*driver.Call, error)) ([]*driver.Call, error) {
	answers := make([]*driver.Call, len(all))
	var calls errgroup.Group
	for n, one := range all {
		calls.Go(func() (err error) {
			answers[n], err = do(one)
			return err
		})
	}
	err := calls.Wait()
	return slices.DeleteFunc(answers, func(c *driver.Call) bool { return c == nil }), err
}
