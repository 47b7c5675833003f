package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/processes"
	"github.com/credit-partner/assay/internal/visible"
)

// runCommand runs the partner's command with its environment, and shows its
// output as it comes. That it fails is no error: only that it cannot be started.
func (f *partnerFlags) runCommand(ctx context.Context, c console, args []string, at certify.Env) (certify.Exit, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, f.deadline, fmt.Errorf("the command did not end within %s (--deadline)", f.deadline))
	defer cancel()
	if f.shell != "" {
		args = shellLine(f.shell)
	}
	last := &tail{most: keptOutput}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(),
		"ASSAY_BASE_URL="+at.BaseURL, "ASSAY_TOKEN="+at.Token, "ASSAY_STORE_KEY="+at.StoreKey, "ASSAY_OTP_URL="+at.OTPURL)
	all, err := processes.NewGroup(cmd)
	if err != nil {
		return certify.Exit{}, err
	}
	cmd.Stdin = handedOn(c.in)
	// One writer for both: their lines stay in order.
	both := &together{w: io.MultiWriter(visible.Drawing(c.err), last)}
	cmd.Stdout, cmd.Stderr = both, both
	cmd.Cancel = all.End
	cmd.WaitDelay = grace
	if err := all.Start(); err != nil {
		return certify.Exit{}, errors.Join(fmt.Errorf("the command could not be started: %w", err), all.Close())
	}
	err = cmd.Wait()
	if ctx.Err() != nil {
		// What of it is left was asked to end; whether it could be killed changes nothing.
		_ = all.Kill()
	}
	_ = all.Close() // nothing is left to be done with it
	return ended(ctx, err, excerptOf(last.String(), cmd.Env)), nil
}

// grace is how long a command and what it has started may take to end when they
// are asked to. A run ends within two seconds of its deadline, or of an interrupt.
const grace = time.Second

// handedOn is what a command reads. A terminal is not handed on: a process group
// of its own would be stopped when it reads from it.
func handedOn(in io.Reader) io.Reader {
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return nil
		}
	}
	return in
}

// ended tells how a command ended, and what it wrote last.
func ended(ctx context.Context, err error, output string) certify.Exit {
	var r certify.Exit
	if ctx.Err() != nil {
		r.Stopped = context.Cause(ctx).Error()
		if errors.Is(context.Cause(ctx), context.Canceled) {
			r.Stopped = "it was interrupted"
		}
	}
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		r.Failure = fmt.Sprintf("the command failed (%v); its last output: %s", err, output)
	}
	return r
}

func shellLine(line string) []string {
	if runtime.GOOS == "windows" {
		return []string{"cmd", "/C", line}
	}
	return []string{"sh", "-c", line}
}

// together lets two writers write in turn.
type together struct {
	mu sync.Mutex
	w  io.Writer
}

func (t *together) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.w.Write(p)
}

// tail keeps the last octets that were written.
type tail struct {
	most int
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if len(t.kept) > t.most {
		t.kept = append([]byte(nil), t.kept[len(t.kept)-t.most:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.kept) }
