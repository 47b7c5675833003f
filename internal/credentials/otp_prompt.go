package credentials

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// attempts is how often a person is asked for one OTP.
const attempts = 3

// OTPPrompt returns the source that asks a person: it writes a question to out
// and reads a line from in, one question at a time. It names the phone by its
// last four digits. After the first Read it has in to itself.
func OTPPrompt(in io.Reader, out io.Writer, o Options) OTPSource {
	return &otpPrompt{in: in, out: out, o: o.withDefaults(), turn: make(chan struct{}, 1), lines: make(chan string)}
}

type otpPrompt struct {
	in  io.Reader
	out io.Writer
	o   Options

	turn  chan struct{} // holds the one who asks
	start sync.Once
	lines chan string // closed when in has ended
	late  bool        // a question was given up: a line may still come for it
}

func (p *otpPrompt) Read(ctx context.Context, phone, _ string) (string, error) {
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return "", fmt.Errorf("OTP: it was not asked for: %w", context.Cause(ctx))
	}
	defer func() { <-p.turn }()
	ctx, cancel := p.o.patient(ctx)
	defer cancel()
	p.start.Do(func() { go p.listen() })
	p.dropLate()
	for range attempts {
		line, err := p.ask(ctx, phone)
		if err != nil {
			return "", fmt.Errorf("OTP: %w", err)
		}
		if otp, err := p.o.settleOTP(line); err == nil {
			return otp, nil
		}
	}
	return "", fmt.Errorf("OTP: asked %d times: %w", attempts, errNotSixDigits)
}

var errEnded = errors.New("nobody answers: the input has ended; use otp.command or otp.file where there is no terminal")

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

// listen hands lines on, one by one. A read from a terminal cannot be called
// off, so it outlives the question.
func (p *otpPrompt) listen() {
	defer close(p.lines)
	scanner := bufio.NewScanner(p.in)
	for scanner.Scan() {
		p.lines <- scanner.Text()
	}
}

// dropLate drops a line that was typed for a question that had been given up.
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
