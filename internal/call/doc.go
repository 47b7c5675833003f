// Package call says what one call to a target has shown: whether it was served,
// refused or not answered, and which parts of its answer are not as documented. It
// makes no calls, and no verdicts.
package call
