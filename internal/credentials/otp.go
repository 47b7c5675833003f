package credentials

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/spec"
)

// OTPSource reads the OTP that a phone received (section 4.1, production form). It returns six
// digits (section 4.2), or an error.
type OTPSource interface {
	Read(ctx context.Context, phone, idNumber string) (string, error)
}

var errNotSixDigits = errors.New("it did not return six digits")

// acceptOTP checks that an OTP has six digits, and passes it to Learn.
func (o Options) acceptOTP(otp string) (string, error) {
	if !spec.IsOTP(otp) {
		return "", errNotSixDigits
	}
	o.Learn(otp)
	return otp, nil
}

// withWait returns a context that ends after the longest wait for one OTP.
func (o Options) withWait(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, o.Wait, fmt.Errorf("no OTP within %s: %w", o.Wait, context.DeadlineExceeded))
}

// OTPCommand returns a source that runs a program for every OTP, without a shell. The program gets
// ASSAY_PHONE_NUMBER and ASSAY_ID_NUMBER in its environment. It may wait for the OTP, and must
// print six digits.
func OTPCommand(argv []string, o Options) (OTPSource, error) {
	if len(argv) == 0 || argv[0] == "" {
		return nil, errors.New("OTP command: no program is named")
	}
	return &otpCommand{argv: argv, o: o.withDefaults()}, nil
}

type otpCommand struct {
	argv []string
	o    Options
}

func (c *otpCommand) Read(ctx context.Context, phone, idNumber string) (string, error) {
	ctx, cancel := c.o.withWait(ctx)
	defer cancel()
	p := program{argv: c.argv, dir: c.o.Dir, env: []string{"ASSAY_PHONE_NUMBER=" + phone, "ASSAY_ID_NUMBER=" + idNumber}}
	out, err := p.run(ctx, nil)
	if err != nil {
		return "", fmt.Errorf("OTP: %w", err)
	}
	otp, err := c.o.acceptOTP(strings.TrimSpace(string(out)))
	if err != nil {
		return "", fmt.Errorf("OTP: %s: %w", p, err)
	}
	return otp, nil
}

// pollInterval is the pause between two reads of a file.
const pollInterval = 250 * time.Millisecond

// OTPFile returns a source that reads OTPs from a file. Somebody must write the file again for
// every new OTP: six digits, with optional white space around them. The path may contain
// {phone_number} and {id_number}, so that every customer has a file. With one file for all
// customers, run one check at a time.
//
// Each content of a file serves once. If a file without placeholders exists when OTPFile is
// called, it contains an old OTP. The target would refuse this OTP, and assay would be to blame.
// So Read waits until the time or the content of the file has changed. A file with placeholders is
// used as it is at the first Read. If the content is not six digits, Read takes it for half
// written, and waits.
func OTPFile(path string, o Options) (OTPSource, error) {
	if path == "" {
		return nil, errors.New("OTP file: the path is missing")
	}
	f := &otpFile{path: path, o: o.withDefaults(), used: map[string]version{}}
	if !strings.Contains(path, "{phone_number}") && !strings.Contains(path, "{id_number}") {
		f.used[path], _ = look(path) // if the file does not exist yet, there is no used version
	}
	return f, nil
}

type otpFile struct {
	path string
	o    Options

	mu   sync.Mutex
	used map[string]version // the used version of each path
}

// version is the content of a file at one time.
type version struct {
	changed time.Time
	text    string
}

func (f *otpFile) Read(ctx context.Context, phone, idNumber string) (string, error) {
	path, err := f.pathOf(phone, idNumber)
	if err != nil {
		return "", err
	}
	ctx, cancel := f.o.withWait(ctx)
	defer cancel()
	for {
		otp, err := f.take(path)
		if otp != "" {
			return f.o.acceptOTP(otp)
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("OTP file %s: %w; %w", path, err, context.Cause(ctx))
		case <-f.o.After(pollInterval):
		}
	}
}

// pathOf fills the placeholders. It refuses values that would lead into another folder.
func (f *otpFile) pathOf(phone, idNumber string) (string, error) {
	for _, value := range []string{phone, idNumber} {
		if strings.ContainsAny(value, `/\`) {
			return "", errors.New("OTP file: a phone number or an id number contains a slash, which would change the path")
		}
	}
	return strings.NewReplacer("{phone_number}", phone, "{id_number}", idNumber).Replace(f.path), nil
}

var (
	errNotYet = errors.New("it has no new OTP; if the OTP is always the same, use a command that prints it")
	errNoOTP  = errors.New("its content is not six digits")
)

// take reads the file once. If it has a new OTP, take marks it as used and returns it. Otherwise
// it returns the reason.
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
	if !spec.IsOTP(now.text) {
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

// attempts is how many times a person is asked for one OTP.
const attempts = 3

// OTPPrompt returns a source that asks a person. It writes a question to out and reads a line from
// in, one question at a time. The question shows the last four digits of the phone number. After
// the first Read, no other code may read from in.
func OTPPrompt(in io.Reader, out io.Writer, o Options) OTPSource {
	return &otpPrompt{in: in, out: out, o: o.withDefaults(), turn: make(chan struct{}, 1), lines: make(chan string)}
}

type otpPrompt struct {
	in  io.Reader
	out io.Writer
	o   Options

	turn  chan struct{} // has one entry while a caller asks
	start sync.Once
	lines chan string // closed at the end of in
	late  bool        // a question was given up, and its answer may still come
}

func (p *otpPrompt) Read(ctx context.Context, phone, _ string) (string, error) {
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return "", fmt.Errorf("OTP: could not prompt for it: %w", context.Cause(ctx))
	}
	defer func() { <-p.turn }()
	ctx, cancel := p.o.withWait(ctx)
	defer cancel()
	p.start.Do(func() { go p.listen() })
	p.dropLate()
	for range attempts {
		line, err := p.ask(ctx, phone)
		if err != nil {
			return "", fmt.Errorf("OTP: %w", err)
		}
		if otp, err := p.o.acceptOTP(line); err == nil {
			return otp, nil
		}
	}
	return "", fmt.Errorf("OTP: asked %d times: %w", attempts, errNotSixDigits)
}

var errEnded = errors.New("the input has ended; use otp.command or otp.file if there is no terminal")

func (p *otpPrompt) ask(ctx context.Context, phone string) (string, error) {
	if _, err := fmt.Fprintf(p.out, "OTP sent to the phone that ends in %s (six digits): ", lastFour(phone)); err != nil {
		return "", fmt.Errorf("ask: %w", err)
	}
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", errEnded
		}
		return strings.TrimSpace(line), nil
	case <-ctx.Done():
		p.late = true
		return "", context.Cause(ctx)
	}
}

// listen passes on the lines, one by one. A read from a terminal cannot be cancelled, so the
// goroutine continues after the question.
func (p *otpPrompt) listen() {
	defer close(p.lines)
	scanner := bufio.NewScanner(p.in)
	for scanner.Scan() {
		p.lines <- scanner.Text()
	}
}

// dropLate drops a line that answers a question that was given up.
func (p *otpPrompt) dropLate() {
	if !p.late {
		return
	}
	p.late = false
	select {
	case <-p.lines:
	default:
	}
}

func lastFour(phone string) string {
	digits := []rune(phone)
	return string(digits[max(0, len(digits)-4):])
}

// maxFailures is the number of failures after which StopAsking stops asking a source that has
// never returned an OTP.
const maxFailures = 3

// StopAsking returns a source that stops asking after three failures, if it has never returned an
// OTP. A program that cannot run, or that waits without a result, would otherwise cost its longest
// wait for every customer of a run. After that, each Read returns the last error.
func StopAsking(source OTPSource) OTPSource {
	if source == nil {
		return nil
	}
	return &failingSource{source: source}
}

// failingSource counts the failures of its source. It does not hold its lock during a read.
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
	if ctx.Err() == nil { // an interrupted run says nothing about the source
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
