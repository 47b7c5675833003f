package credentials

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// OTPCommand returns the source that runs a program for every OTP, without a
// shell. It finds ASSAY_PHONE_NUMBER and ASSAY_ID_NUMBER in its environment,
// may wait for the OTP, and prints six digits.
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
	ctx, cancel := c.o.patient(ctx)
	defer cancel()
	p := program{argv: c.argv, dir: c.o.Dir, env: []string{"ASSAY_PHONE_NUMBER=" + phone, "ASSAY_ID_NUMBER=" + idNumber}}
	out, err := p.run(ctx, nil)
	if err != nil {
		return "", fmt.Errorf("OTP: %w", err)
	}
	otp, err := c.o.settleOTP(strings.TrimSpace(string(out)))
	if err != nil {
		return "", fmt.Errorf("OTP: %s: %w", p, err)
	}
	return otp, nil
}
