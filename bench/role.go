package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/credit-partner/assay/internal/cli"
)

// roleVariable is the environment variable with the role of a process that the bench has started.
const roleVariable = "ASSAY_BENCH_ROLE"

// role is the task of a process of the bench.
type role struct {
	Name        string // target, suite, soak, floor, command
	BaseURL     string
	Delay       time.Duration
	Concurrency int
	Rounds      int
	Tape        string // file: the suite writes it, the floor and its target read it
}

// act runs a role. It writes the result of the role to out, as JSON.
func act(ctx context.Context, text string, args []string, out io.Writer) error {
	var r role
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return fmt.Errorf("%s: %w", roleVariable, err)
	}
	switch r.Name {
	case "target":
		return beTarget(ctx, r, out)
	case "suite":
		return beSuite(ctx, r, out)
	case "soak":
		return beSoak(ctx, r, out)
	case "floor":
		return beFloor(ctx, r, out)
	case "command":
		if code := cli.Run(ctx, args, os.Stdin, os.Stderr, os.Stderr); code != cli.ExitConformant {
			return fmt.Errorf("assay ended with exit code %d", code)
		}
		return nil
	}
	return fmt.Errorf("there is no role %q", r.Name)
}

// cost is the cost of a process.
type cost struct {
	Requests int           `json:"requests"`
	Wall     time.Duration `json:"wall_ns"` // time of the work only, without the start of the process
	CPU      time.Duration `json:"cpu_ns"`  // user and system, of the whole process
	Peak     int64         `json:"peak_octets"`
}

// workResult is the result that a process reports.
type workResult struct {
	Requests int
	Checks   int
	Wall     time.Duration
	Laps     []time.Duration // with a soak: the CPU time used at the end of each round
}

// command returns a command that runs this program in another role.
func command(ctx context.Context, r role, args ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = append(os.Environ(), roleVariable+"="+string(text))
	return cmd, nil
}

// play runs a role in a new process until it ends, and returns its cost and its result.
func play(ctx context.Context, r role, args ...string) (cost, workResult, error) {
	cmd, err := command(ctx, r, args...)
	if err != nil {
		return cost{}, workResult{}, err
	}
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return cost{}, workResult{}, fmt.Errorf("%s: %w: %s", r.Name, err, said.Bytes())
	}
	var t workResult
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &t); err != nil {
			return cost{}, workResult{}, fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	used := cmd.ProcessState
	return cost{Requests: t.Requests, Wall: t.Wall, CPU: used.UserTime() + used.SystemTime(), Peak: peak(used)}, t, nil
}
