package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// measured contains all results of a bench.
type measured struct {
	Concurrency  int           `json:"concurrency"`
	Times        int           `json:"times"`
	Pairs        []pair        `json:"pairs"`
	FirstRequest time.Duration `json:"first_request_ns"` // from the start of the process
	LeastFirst   time.Duration `json:"least_first_request_ns"`
	Soak         *soaked       `json:"soak,omitempty"`
}

// pair is the cost of the suite beside the cost of the floor.
type pair struct {
	Delay        time.Duration `json:"delay_ns"`
	Checks       int           `json:"checks"`
	SchemaChecks int           `json:"schema_checks"` // schema checks that the floor runs
	Suite        cost          `json:"suite"`
	Floor        cost          `json:"floor"`
	WallRatio    float64       `json:"wall_ratio"`
	CPURatio     float64       `json:"cpu_ratio"`
}

// soaked is the cost of many rounds in one process.
type soaked struct {
	Rounds int  `json:"rounds"`
	Checks int  `json:"checks"`
	Cost   cost `json:"cost"`
	// CPU for each check. Other work on the machine changes it less than the wall time.
	SecondQuarter time.Duration `json:"second_quarter_cpu_ns_per_check"`
	LastQuarter   time.Duration `json:"last_quarter_cpu_ns_per_check"`
}

func (m *measured) write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "delay\t\trequests\twall\tCPU\tpeak\t")
	for _, p := range m.Pairs {
		fmt.Fprintf(w, "%s\tsuite, %d checks\t%s\t\n", p.Delay, p.Checks, columns(p.Suite))
		fmt.Fprintf(w, "\tfloor, %d schema checks\t%s\t\n", p.SchemaChecks, columns(p.Floor))
		fmt.Fprintf(w, "\tratio\t\t%.2f\t%.2f\t\t\n", p.WallRatio, p.CPURatio)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nMedians of %d, %d requests at a time; ratios are medians of ratios.\n", m.Times, m.Concurrency)
	fmt.Fprintf(out, "From the start of the process to the first request: %s, at the least %s\n", short(m.FirstRequest), short(m.LeastFirst))
	if s := m.Soak; s != nil {
		fmt.Fprintf(out, "A soak of %d rounds, %d checks: %s wall, %s CPU, peak %s; a check takes %s of CPU in the second quarter and %s in the last\n",
			s.Rounds, s.Checks, short(s.Cost.Wall), short(s.Cost.CPU), mebi(s.Cost.Peak), short(s.SecondQuarter), short(s.LastQuarter))
	}
	return nil
}

func columns(c cost) string {
	return fmt.Sprintf("%d\t%s\t%s\t%s", c.Requests, short(c.Wall), short(c.CPU), mebi(c.Peak))
}

func short(d time.Duration) string {
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(time.Millisecond).String()
	}
	return d.Round(time.Microsecond).String()
}

func mebi(octets int64) string {
	if octets == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%d MiB", octets>>20)
}
