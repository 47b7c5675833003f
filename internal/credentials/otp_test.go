package credentials_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/credentials"
	"github.com/credit-partner/assay/internal/driver"
)

var _ driver.OTPSource = credentials.OTPSource(nil)

func TestOTPCommandIsToldWhoseOTP(t *testing.T) {
	t.Setenv("INHERITED", "yes")
	l := &learnt{}
	source, err := credentials.OTPCommand(sh(`[ "$INHERITED$ASSAY_PHONE_NUMBER$ASSAY_ID_NUMBER" = yes25470000000112345678 ] && echo ' 123456'`), credentials.Options{Learn: l.learn})
	require.NoError(t, err)
	otp, err := source.Read(t.Context(), "254700000001", "12345678")
	require.NoError(t, err)
	require.Equal(t, "123456", otp)
	require.True(t, l.has("123456"))
}

func TestOTPCommandThatGoesWrong(t *testing.T) {
	for script, wants := range map[string]string{
		"echo 12345": "did not return six digits", "echo 1234567": "six digits", "echo OTP 123456": "six digits", "true": "six digits",
		"echo １２３４５６": "six digits", "echo 123456; echo sent 123456 >&2; exit 9": "exit status 9; its output: sent …",
	} {
		source, err := credentials.OTPCommand(sh(script), credentials.Options{})
		require.NoError(t, err)
		_, err = source.Read(t.Context(), "254700000001", "1")
		require.ErrorContains(t, err, wants, script)
		require.NotContains(t, err.Error(), "12345", script)
	}
	_, err := credentials.OTPCommand(nil, credentials.Options{})
	require.ErrorContains(t, err, "no program")
	source, err := credentials.OTPCommand(sh("exec sleep 600"), credentials.Options{Wait: 20 * time.Millisecond})
	require.NoError(t, err)
	_, err = source.Read(t.Context(), "1", "1")
	require.ErrorContains(t, err, "no OTP within 20ms")
}

// written is an Options whose pauses are used to write the next of texts into a
// file, later by its time each. After the last one, Read is called off.
func written(path string, stop context.CancelFunc, texts ...string) credentials.Options {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return credentials.Options{After: func(time.Duration) <-chan time.Time {
		pause := make(chan time.Time, 1)
		pause <- at
		if len(texts) == 0 {
			stop()
			return nil
		}
		at = at.Add(time.Second)
		_ = os.WriteFile(path, []byte(texts[0]), 0o600)
		_ = os.Chtimes(path, at, at)
		texts = texts[1:]
		return pause
	}}
}

func TestOTPFileServesWhatIsNew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "otp")
	write(t, path, "000000")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	source, err := credentials.OTPFile(path, written(path, stop, "", "1111", " 111111\n", "111111\n"))
	require.NoError(t, err)
	otp, err := source.Read(ctx, "1", "1")
	require.NoError(t, err)
	require.Equal(t, "111111", otp, "not the one of earlier, not the half of one")
	otp, err = source.Read(ctx, "1", "1")
	require.NoError(t, err)
	require.Equal(t, "111111", otp, "the same digits, written again")
	_, err = source.Read(ctx, "1", "1")
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "no new OTP")
	require.NotContains(t, err.Error(), "111111")
}

func TestOTPFileThatIsNotThereYet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "otp")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	source, err := credentials.OTPFile(path, written(path, stop, "222222"))
	require.NoError(t, err)
	otp, err := source.Read(ctx, "1", "1")
	require.NoError(t, err)
	require.Equal(t, "222222", otp)

	source, err = credentials.OTPFile(path+"-none", written(path, stop))
	require.NoError(t, err)
	_, err = source.Read(ctx, "1", "1")
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = credentials.OTPFile("", credentials.Options{})
	require.ErrorContains(t, err, "path")
}

func TestOTPFileOfEveryCustomer(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "254700000001-12"), "333333")
	write(t, filepath.Join(dir, "254700000002-13"), "444444")
	source, err := credentials.OTPFile(filepath.Join(dir, "{phone_number}-{id_number}"), credentials.Options{})
	require.NoError(t, err)
	for phone, id := range map[string]string{"254700000001": "12", "254700000002": "13"} {
		otp, err := source.Read(t.Context(), phone, id)
		require.NoError(t, err)
		require.Equal(t, map[string]string{"12": "333333", "13": "444444"}[id], otp)
	}
	_, err = source.Read(t.Context(), "../x", "1")
	require.ErrorContains(t, err, "would change the path")
}

func TestOTPFileWaitsNoLongerThanTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, err := credentials.OTPFile(filepath.Join(t.TempDir(), "otp"), credentials.Options{Wait: time.Minute})
		require.NoError(t, err)
		start := time.Now()
		_, err = source.Read(t.Context(), "1", "1")
		require.ErrorContains(t, err, "no OTP within 1m0s")
		require.Equal(t, time.Minute, time.Since(start), "the bubble's clock")
	})
}

func TestPromptAsksUntilItGetsSixDigits(t *testing.T) {
	var out bytes.Buffer
	source := credentials.OTPPrompt(strings.NewReader("what?\n 123456 \n654321\n1\n2\n3\n"), &out, credentials.Options{})
	for _, want := range []string{"123456", "654321"} {
		otp, err := source.Read(t.Context(), "+254700000001", "12345678")
		require.NoError(t, err)
		require.Equal(t, want, otp)
	}
	require.Equal(t, strings.Repeat("OTP sent to the phone that ends in 0001 (six digits): ", 3), out.String())
	_, err := source.Read(t.Context(), "1", "1")
	require.ErrorContains(t, err, "asked 3 times")
	_, err = source.Read(t.Context(), "1", "1")
	require.ErrorContains(t, err, "the input has ended")
}

// One question stands at a time: the second is asked when the first has its
// answer.
func TestPromptAsksOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, typed := io.Pipe()
		out := &shared{}
		source := credentials.OTPPrompt(in, out, credentials.Options{})
		got := make(chan string, 2)
		for range 2 {
			go func() {
				otp, _ := source.Read(t.Context(), "0001", "1")
				got <- otp
			}()
		}
		synctest.Wait()
		require.Equal(t, 1, strings.Count(out.String(), "OTP sent"))
		_, _ = io.WriteString(typed, "111111\n")
		require.Equal(t, "111111", <-got)
		synctest.Wait()
		require.Equal(t, 2, strings.Count(out.String(), "OTP sent"))
		_, _ = io.WriteString(typed, "222222\n")
		require.Equal(t, "222222", <-got)
		require.NoError(t, typed.Close())
	})
}

// What is typed for a question that was given up does not answer the next.
func TestPromptDropsALateAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, typed := io.Pipe()
		source := credentials.OTPPrompt(in, io.Discard, credentials.Options{})
		reason := errors.New("the run ended")
		ctx, leave := context.WithCancelCause(t.Context())
		left := make(chan error)
		go func() { _, err := source.Read(ctx, "0001", "1"); left <- err }()
		synctest.Wait()
		leave(reason)
		require.ErrorIs(t, <-left, reason)
		_, err := source.Read(ctx, "0001", "1")
		require.ErrorIs(t, err, reason)
		_, _ = io.WriteString(typed, "111111\n")
		synctest.Wait()
		got := make(chan string)
		go func() { otp, _ := source.Read(t.Context(), "0002", "1"); got <- otp }()
		synctest.Wait()
		_, _ = io.WriteString(typed, "222222\n")
		require.Equal(t, "222222", <-got)
		require.NoError(t, typed.Close())
	})
}

func TestPromptThatCannotBeShown(t *testing.T) {
	in, out := io.Pipe()
	require.NoError(t, in.Close())
	_, err := credentials.OTPPrompt(strings.NewReader(""), out, credentials.Options{}).Read(t.Context(), "1", "1")
	require.ErrorContains(t, err, "closed pipe")
}

// shared is a buffer that may be looked at while it is written.
type shared struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.Write(p)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.String()
}
