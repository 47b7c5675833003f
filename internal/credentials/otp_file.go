package credentials

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// betweenLooks is how long a file is left alone before it is looked at again.
const betweenLooks = 250 * time.Millisecond

// OTPFile returns the source that reads OTPs out of a file, which somebody
// writes anew for every OTP that arrives: six digits, perhaps with white space
// around. The path may hold {phone_number} and {id_number}, so that every
// customer has a file; with one file for all, run one check at a time.
//
// What is written serves once. A file without placeholders that is there when
// OTPFile is called holds an OTP of earlier, which the target would refuse to
// our blame: so Read waits until the file has changed, by its time or its
// content. A file with placeholders is taken as it is at the first Read.
// Something else than six digits is taken for half written, and waited on.
func OTPFile(path string, o Options) (OTPSource, error) {
	if path == "" {
		return nil, errors.New("OTP file: the path is missing")
	}
	f := &otpFile{path: path, o: o.withDefaults(), used: map[string]version{}}
	if !strings.Contains(path, "{phone_number}") && !strings.Contains(path, "{id_number}") {
		f.used[path], _ = look(path) // not there yet is fine: that is no version
	}
	return f, nil
}

type otpFile struct {
	path string
	o    Options

	mu   sync.Mutex
	used map[string]version // path to the version of it that has served
}

// version is what a file held at a time.
type version struct {
	changed time.Time
	text    string
}

func (f *otpFile) Read(ctx context.Context, phone, idNumber string) (string, error) {
	path, err := f.pathOf(phone, idNumber)
	if err != nil {
		return "", err
	}
	ctx, cancel := f.o.patient(ctx)
	defer cancel()
	for {
		otp, err := f.take(path)
		if otp != "" {
			return f.o.settleOTP(otp)
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("OTP file %s: %w; %w", path, err, context.Cause(ctx))
		case <-f.o.After(betweenLooks):
		}
	}
}

// pathOf fills the placeholders. What would lead into another folder is
// refused.
func (f *otpFile) pathOf(phone, idNumber string) (string, error) {
	for _, value := range []string{phone, idNumber} {
		if strings.ContainsAny(value, `/\`) {
			return "", errors.New("OTP file: a phone number or an id number holds a slash, and would lead elsewhere")
		}
	}
	return strings.NewReplacer("{phone_number}", phone, "{id_number}", idNumber).Replace(f.path), nil
}

var (
	errNotYet = errors.New("it has no new OTP; for one that is always the same, use a command that prints it")
	errNoOTP  = errors.New("what it holds is not six digits")
)

// take looks at the file once, and uses up the OTP in it. Without one it says
// why there is none yet.
func (f *otpFile) take(path string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now, err := look(path)
	if err != nil {
		return "", err
	}
	if used, ok := f.used[path]; ok && used.text == now.text && used.changed.Equal(now.changed) {
		return "", errNotYet
	}
	if !sixDigits.MatchString(now.text) {
		return "", errNoOTP
	}
	f.used[path] = now
	return now.text, nil
}

func look(path string) (version, error) {
	info, err := os.Stat(path)
	if err != nil {
		return version{}, bare(err)
	}
	text, err := readFile(path)
	if err != nil {
		return version{}, bare(err)
	}
	return version{changed: info.ModTime(), text: strings.TrimSpace(text)}, nil
}
