package reference

import "fmt"

// refusal is the error of every call that is not served: an HTTP status and
// what the caller may do about it. It never repeats what the caller sent.
type refusal struct {
	status  int
	code    int // in the body of a lookup, where it differs from status
	message string
}

func (r *refusal) Error() string { return r.message }

func refuse(status int, format string, args ...any) error {
	return &refusal{status: status, message: fmt.Sprintf(format, args...)}
}
