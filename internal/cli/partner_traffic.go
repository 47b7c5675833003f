package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
)

// fromFiles has the traffic read from HAR files, one after the other. That they
// can be opened is seen at once; the rest streams.
func (f *partnerFlags) fromFiles(o *certify.PartnerOptions) error {
	for _, name := range f.har {
		info, err := os.Stat(name)
		if err != nil {
			return fmt.Errorf("--har: %w", err)
		}
		if info.IsDir() {
			return fmt.Errorf("--har %s: it is a folder", name)
		}
	}
	o.Cut = true
	o.Notes = append(o.Notes, "recorded elsewhere: "+strings.Join(f.har, ", ")+"; exchanges.har holds what of it is evidence")
	o.Traffic = func(ctx context.Context, each func(*recording.Exchange) error) error {
		for _, name := range f.har {
			if err := readFile(ctx, name, each); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	}
	return nil
}

func readFile(ctx context.Context, name string, each func(*recording.Exchange) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return recording.ReadHAR(ctx, file, each)
}

// live says of an own sandbox what the judging must know.
func (f *partnerFlags) live(o *certify.PartnerOptions, log *recording.Log, address string) {
	o.Log, o.Traffic, o.BaseURL = log, certify.Recorded(log), "http://"+address
	o.Token, o.StoreKey, o.Customers = token(), reference.DefaultStoreKey, sandbox.Customers()
	o.Secrets = []string{o.Token}
}

// fromCommand runs the partner's own command against a fresh sandbox, and with
// --dialects all once more for every other form of the answers.
func (f *partnerFlags) fromCommand(ctx context.Context, c console, args []string, o *certify.PartnerOptions) error {
	log := &recording.Log{}
	forms := []sandbox.Form{sandbox.Plain}
	if f.dialects == allDialects {
		forms = append(forms, sandbox.Forms()...)
	}
	var runs []certify.Rehearsal
	for _, form := range forms {
		if form != sandbox.Plain {
			fmt.Fprintf(c.err, "Again, with answers in the form %s:\n", form)
		}
		start := log.Len()
		ran, address, err := f.rehearse(ctx, c, args, form, log)
		if err != nil {
			return err
		}
		runs = append(runs, certify.Rehearsal{Form: string(form), Failure: ran.failure, Start: start})
		if form == sandbox.Plain {
			f.live(o, log, address)
		}
		if o.Interrupted = ran.stopped; ran.stopped != "" {
			break
		}
	}
	o.Closed = true
	if runs[0].Failure != "" {
		o.Notes = append(o.Notes, runs[0].Failure)
	}
	o.Rehearsed(log, runs)
	return nil
}

// rehearse runs the command once.
func (f *partnerFlags) rehearse(ctx context.Context, c console, args []string, form sandbox.Form, log *recording.Log) (ran, string, error) {
	served, err := serve(ctx, "127.0.0.1:0", sandbox.New(sandbox.Options{Token: token(), Strict: f.strict, Form: form, Log: log}))
	if err != nil {
		return ran{}, "", err
	}
	defer served.stop()
	how, err := f.runCommand(ctx, c, args, served.address)
	return how, served.address, err
}

func samplePartner(ctx context.Context, c console) error {
	store := samplepartner.Store{BaseURL: os.Getenv("ASSAY_BASE_URL"), Token: os.Getenv("ASSAY_TOKEN"), StoreKey: os.Getenv("ASSAY_STORE_KEY")}
	if where := os.Getenv("ASSAY_OTP_URL"); where != "" {
		store.ReadOTP = func(phone string) string { return otpFrom(ctx, where, phone) }
	}
	if store.BaseURL == "" || store.Token == "" || store.StoreKey == "" {
		return errors.New("ASSAY_BASE_URL, ASSAY_TOKEN and ASSAY_STORE_KEY must be set; `assay partner -- assay sample-partner` sets them")
	}
	if err := store.Day(ctx); err != nil {
		fmt.Fprintf(c.err, "The store had trouble:\n%v\n", err)
		return exit(ExitNonConformant)
	}
	_, err := fmt.Fprintln(c.out, "The store had a good day.")
	return err
}

// otpFrom reads an OTP from where the sandbox tells it; "" when there is none.
func otpFrom(ctx context.Context, where, phone string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, where+"?phone_number="+url.QueryEscape(phone), nil)
	if err != nil {
		return ""
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	otp, err := io.ReadAll(io.LimitReader(answer.Body, 64))
	if err != nil {
		return ""
	}
	return string(otp)
}
