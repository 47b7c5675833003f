// Package reportdetails completes the header of a report: its number, who tested what for whom,
// and where (ISO/IEC 17025:2017, 7.8.2.1).
package reportdetails

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/result"
)

// stateFlag is the flag that sets an item of page one.
const stateFlag = "--state"

// Statement holds what is stated about a report before its results are known.
type Statement struct {
	given    []string // values of the flag: lab.name=Conformance Laboratory
	lab      config.Lab
	customer config.Customer
	item     config.Item
	pipeline string
}

// FlagSet is a set of flags to which a flag can be added.
type FlagSet interface {
	StringArrayVar(to *[]string, name string, value []string, usage string)
}

// Add adds the flag that sets an item.
func (s *Statement) Add(flags FlagSet) {
	flags.StringArrayVar(&s.given, strings.TrimPrefix(stateFlag, "--"), nil,
		"what page one of the report states, as in item.environment=staging; the keys are those of lab, customer and item in the config; may be repeated")
}

// Read reads what the config states; values of the flag replace it. link is the address of the
// run. If it is empty, Read uses the variables that pipelines set.
func (s *Statement) Read(conf *config.Config, link string) error {
	s.lab, s.customer, s.item = conf.Lab, conf.Customer, conf.Item
	s.pipeline = cmp.Or(link, pipelineOf(os.Getenv))
	blocks := make(map[string]map[string]string)
	for _, given := range s.given {
		key, value, hasValue := strings.Cut(given, "=")
		block, member, hasMember := strings.Cut(key, ".")
		if !hasValue || !hasMember || block != "lab" && block != "customer" && block != "item" {
			return fmt.Errorf("%s %q: write it as lab.name=…, customer.name=… or item.environment=…", stateFlag, given)
		}
		if blocks[block] == nil {
			blocks[block] = make(map[string]string)
		}
		blocks[block][member] = value
	}
	text, err := json.Marshal(blocks)
	if err != nil {
		return fmt.Errorf("%s: %w", stateFlag, err)
	}
	stated, err := config.Parse(stateFlag, text)
	if err != nil {
		return err
	}
	s.overlay(stated)
	return nil
}

// overlay replaces values by the values of by that are not empty.
func (s *Statement) overlay(by *config.Config) {
	over(&s.lab.Name, by.Lab.Name)
	over(&s.lab.Address, by.Lab.Address)
	over(&s.lab.Contact, by.Lab.Contact)
	over(&s.lab.Host, by.Lab.Host)
	over(&s.lab.Vantage, by.Lab.Vantage)
	over(&s.lab.AuthorisedBy, by.Lab.AuthorisedBy)
	over(&s.customer.Name, by.Customer.Name)
	over(&s.customer.Address, by.Customer.Address)
	over(&s.customer.Contact, by.Customer.Contact)
	over(&s.item.Name, by.Item.Name)
	over(&s.item.Version, by.Item.Version)
	over(&s.item.Digest, by.Item.Digest)
	over(&s.item.Environment, by.Item.Environment)
	over(&s.item.Condition, by.Item.Condition)
	over(&s.item.Provided, by.Item.Provided)
	over(&s.item.Received, by.Item.Received)
}

func over[T comparable](to *T, by T) { *to = cmp.Or(by, *to) }

// ItemDigest returns the stated digest of the build, or "" if none is stated.
func (s *Statement) ItemDigest() string { return s.item.Digest }

// Issue makes the report of a run, with a new number and everything that is stated. If the run
// already has a report, its statements stay unless new values replace them, and the new report
// names the report that it replaces.
func (s *Statement) Issue(run *result.Run) {
	var earlier result.Report
	if run.Report != nil {
		earlier = *run.Report
	}
	now := time.Now().UTC().Truncate(time.Second)
	run.Report = &result.Report{
		Number: "AR-" + now.Format("20060102") + "-" + rand.Text()[:8], Issued: now, Replaces: earlier.Number,
		Laboratory: party(s.lab.Name, s.lab.Address, s.lab.Contact, earlier.Laboratory),
		Customer:   party(s.customer.Name, s.customer.Address, s.customer.Contact, earlier.Customer),
		Item: result.Item{
			Name: cmp.Or(s.item.Name, earlier.Item.Name), Version: cmp.Or(s.item.Version, earlier.Item.Version),
			Environment: cmp.Or(s.item.Environment, earlier.Item.Environment), Condition: cmp.Or(s.item.Condition, earlier.Item.Condition),
			Received: cmp.Or(day(s.item.Received), earlier.Item.Received),
		},
		Place: result.Place{
			Host: cmp.Or(s.lab.Host, earlier.Place.Host), Vantage: cmp.Or(s.lab.Vantage, earlier.Place.Vantage),
			Pipeline: earlier.Place.Pipeline,
		},
		Authorised: cmp.Or(s.lab.AuthorisedBy, earlier.Authorised),
		Provided:   cmp.Or(s.item.Provided, earlier.Provided),
	}
	if earlier.Number != "" {
		return
	}
	run.Report.Place.Pipeline = s.pipeline
	if host, err := os.Hostname(); err == nil {
		run.Report.Place.Host = cmp.Or(run.Report.Place.Host, host)
	}
}

// Reissue makes a report for a run that was read from an existing report. The new report replaces
// the existing one, even if that has no number.
func (s *Statement) Reissue(run *result.Run) {
	numbered := run.Report != nil && run.Report.Number != ""
	if !numbered {
		run.Report = &result.Report{Number: "the report without a number, of " + run.Finished.UTC().Format("2006-01-02 15:04:05 UTC")}
	}
	s.Issue(run)
}

func party(name, address, contact string, earlier result.Party) result.Party {
	return result.Party{Name: cmp.Or(name, earlier.Name), Address: cmp.Or(address, earlier.Address), Contact: cmp.Or(contact, earlier.Contact)}
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// pipelineOf returns the address of the pipeline run, from the variables that GitHub, GitLab,
// Jenkins, Buildkite and CircleCI set. It is empty if none of them is set.
func pipelineOf(env func(string) string) string {
	if server, repository, id := env("GITHUB_SERVER_URL"), env("GITHUB_REPOSITORY"), env("GITHUB_RUN_ID"); server != "" && repository != "" && id != "" {
		return server + "/" + repository + "/actions/runs/" + id
	}
	return cmp.Or(env("CI_JOB_URL"), env("BUILD_URL"), env("BUILDKITE_BUILD_URL"), env("CIRCLE_BUILD_URL"))
}
