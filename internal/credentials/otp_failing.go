package credentials

import (
	"context"
	"sync"
)

// maxFailures is how often in a row a source that never gave an OTP is asked.
const maxFailures = 3

// StopAsking returns a source that is asked no more once it has failed three times and
// never given an OTP: a program that cannot run, or waits in vain, would cost its longest
// wait for every customer of a run. After that each Read returns the last error.
func StopAsking(source OTPSource) OTPSource {
	if source == nil {
		return nil
	}
	return &failingSource{source: source}
}

// failingSource counts the failures of its source. Its lock is held for no read.
type failingSource struct {
	source OTPSource

	mu       sync.Mutex
	worked   bool
	failures int
	last     error
}

func (f *failingSource) Read(ctx context.Context, phone, idNumber string) (string, error) {
	if err := f.givenUp(); err != nil {
		return "", err
	}
	otp, err := f.source.Read(ctx, phone, idNumber)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		f.worked = true
		return otp, nil
	}
	if ctx.Err() == nil { // a run that was interrupted says nothing of the source
		f.failures, f.last = f.failures+1, err
	}
	return "", err
}

func (f *failingSource) givenUp() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.worked || f.failures < maxFailures {
		return nil
	}
	return f.last
}
