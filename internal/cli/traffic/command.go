package traffic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/processes"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/serve"
	"github.com/credit-partner/assay/internal/visible"
)

// run runs the partner's command with its environment, and shows the output of the command at
// once. If the command fails, that is no error of run; run fails only if the command cannot be
// started.
func (s *Source) run(ctx context.Context, in io.Reader, errs io.Writer, at certify.Env) (certify.Exit, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.Deadline, fmt.Errorf("the command did not end within %s (--deadline)", s.Deadline))
	defer cancel()
	args := s.Command
	if s.Shell != "" {
		args = shellLine(s.Shell)
	}
	last := &tail{most: keptOutput}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(),
		"ASSAY_BASE_URL="+at.BaseURL, "ASSAY_TOKEN="+at.Token, "ASSAY_STORE_KEY="+at.StoreKey, "ASSAY_OTP_URL="+at.OTPURL)
	all, err := processes.NewGroup(cmd)
	if err != nil {
		return certify.Exit{}, err
	}
	cmd.Stdin = commandInput(in)
	// The same writer for both, so that their lines stay in order.
	both := &syncWriter{w: io.MultiWriter(visible.Drawing(errs), last)}
	cmd.Stdout, cmd.Stderr = both, both
	cmd.Cancel = all.End
	cmd.WaitDelay = grace
	if err := all.Start(); err != nil {
		return certify.Exit{}, errors.Join(fmt.Errorf("the command could not be started: %w", err), all.Close())
	}
	err = cmd.Wait()
	if ctx.Err() != nil {
		// The remaining processes were asked to end. If they cannot be killed, nothing more can be
		// done.
		_ = all.Kill()
	}
	_ = all.Close() // an error would change nothing
	return ended(ctx, err, excerptOf(last.String(), cmd.Env)), nil
}

// grace is the time that a command and its processes have to end after assay asked them to. A run
// ends within two seconds after its deadline, or after an interrupt.
const grace = time.Second

// commandInput returns the standard input of a command. It does not pass on a terminal: the
// command is in its own process group, and the system would stop it when it reads from the
// terminal.
func commandInput(in io.Reader) io.Reader {
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return nil
		}
	}
	return in
}

// ended describes how a command ended, and what it wrote last.
func ended(ctx context.Context, err error, output string) certify.Exit {
	var r certify.Exit
	if ctx.Err() != nil {
		r.Stopped = context.Cause(ctx).Error()
		if errors.Is(context.Cause(ctx), context.Canceled) {
			r.Stopped = "it was interrupted"
		}
	}
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		r.Status = err.Error()
		r.Failure = fmt.Sprintf("%s (%v); its last output: %s", result.CommandFailed, err, output)
	}
	return r
}

func shellLine(line string) []string {
	if runtime.GOOS == "windows" {
		return []string{"cmd", "/C", line}
	}
	return []string{"sh", "-c", line}
}

// fromCommand runs the partner's command against a new sandbox. With --response-forms all, it runs the
// command once more for every other form of the responses.
func (s *Source) fromCommand(ctx context.Context, in io.Reader, errs io.Writer, o *certify.PartnerOptions) error {
	var first *certify.Exit
	err := certify.RunPartner(ctx, certify.RunOptions{
		Token: Token(), Strict: s.Strict, AllForms: s.ResponseForms == allForms,
		FormStarted: func(form string) { fmt.Fprintf(errs, "Again, with responses in the form %s:\n", form) },
	}, func(ctx context.Context, at certify.Env) (certify.Exit, error) {
		ended, err := s.run(ctx, in, errs, at)
		if first == nil {
			first = &ended
		}
		return ended, err
	}, o)
	if err == nil && o.NoTrafficReason == "" {
		o.NoTrafficReason = silenceOf(*first)
	}
	return err
}

// silenceOf describes how a command ended that made no call.
func silenceOf(ended certify.Exit) string {
	const noCall = "made no HTTP call to the address in ASSAY_BASE_URL, which is http:// and not https://"
	switch {
	case ended.Stopped != "":
		return "the command " + noCall + " before its end: " + ended.Stopped
	case ended.Failure != "":
		return "the command failed (" + ended.Status + ") and " + noCall
	}
	return "the command ended with exit code 0 and " + noCall
}

// Through runs the command against the real service at Upstream, through a recording proxy.
func (s *Source) Through(ctx context.Context, in io.Reader, errs io.Writer) (certify.PartnerOptions, error) {
	o := certify.PartnerOptions{BaseURL: s.Upstream, Secrets: []string{Token()}}
	base, err := client.ParseBase("--live", s.Upstream)
	if err != nil {
		return o, err
	}
	target, err := url.Parse(base)
	if err != nil {
		return o, errors.New("--live: it is not a URL; write it as https://host/prefix") // err quotes it
	}
	log := recording.NewTrafficLog()
	served, err := serve.On(ctx, serve.Anywhere, &sandbox.Upstream{Target: target, Log: log})
	if err != nil {
		return o, err
	}
	defer served.Stop()
	ended, err := s.run(ctx, in, errs, certify.Env{
		BaseURL: "http://" + served.Address, Token: Token(), OTPURL: os.Getenv("ASSAY_OTP_URL"),
		StoreKey: cmp.Or(os.Getenv("ASSAY_STORE_KEY"), reference.DefaultStoreKey),
	})
	if err != nil {
		return o, err
	}
	o.Log, o.Traffic, o.Secrets = log, certify.Recorded(log), append(o.Secrets, bearers(log)...)
	o.Interrupted, o.EndedWell = ended.Stopped, ended.Failure == "" && ended.Stopped == ""
	if ended.Failure != "" {
		o.Notes = append(o.Notes, ended.Failure)
	}
	return o, nil
}

// bearers returns the access tokens that a store sent. The store may have sent its own.
func bearers(log *recording.Log) []string {
	var all []string
	for x := range log.Each() {
		_, bearer, _ := strings.Cut(x.Request.Header.Get("Authorization"), " ")
		if bearer = strings.TrimSpace(bearer); bearer != "" && !slices.Contains(all, bearer) {
			all = append(all, bearer)
		}
	}
	return all
}
