package cli_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/reference"
)

// TestTheSandboxPrintsWhatAPhoneWouldShow holds that somebody who develops against
// the form of production can go on: the OTP stands where the sandbox runs.
func TestTheSandboxPrintsWhatAPhoneWouldShow(t *testing.T) {
	t.Setenv("ASSAY_TOKEN", reference.DefaultToken)
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- cli.Run(ctx, []string{"sandbox", "--listen", "127.0.0.1:0", "--production-otp"}, nil, writer, io.Discard)
		writer.Close()
	}()
	t.Cleanup(func() { cancel(); require.Equal(t, 0, <-done) })
	lines := bufio.NewScanner(reader)
	require.True(t, lines.Scan())
	address := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`).FindString(lines.Text())
	for lines.Scan() && !strings.Contains(lines.Text(), "assay server") { // the introduction
	}
	customer := reference.TestCustomers()[0]
	answered := make(chan string, 1)
	go func() { answered <- sendOTPTo(address, customer.PhoneNumber, customer.IDNumber) }()
	require.True(t, lines.Scan())
	require.Regexp(t, `^OTP for `+regexp.QuoteMeta(customer.PhoneNumber)+`: [0-9]{6}$`, lines.Text())
	go io.Copy(io.Discard, reader)
	require.NotRegexp(t, `"[0-9]{6}"`, <-answered, "the answer gives nothing away")
}

func sendOTPTo(address, phone, id string) string {
	body := strings.NewReader(`{"phone_number":"` + phone + `","id_number":"` + id + `"}`)
	request, err := http.NewRequest(http.MethodPost, address+"/api/v2/otp/send", body)
	if err != nil {
		return err.Error()
	}
	request.Header.Set("Authorization", "Bearer "+reference.DefaultToken)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return string(text)
}
