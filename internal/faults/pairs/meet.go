package pairs

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/reference"
)

// usualBirth is the date of birth of the sample partner.
const usualBirth = "1990-01-31"

// meet runs a store against a build, and returns why the two do not work together. It returns ""
// if they do: the store completes its day, and the build reads dates, prices and texts as the
// store means them.
func meet(ctx context.Context, server, store faults.Variant) string {
	meant := store.Born
	if meant == "" {
		meant = usualBirth
	}
	u := &misreadings{born: meant}
	build := faults.Combine(reference.Options{Seed: 1, Applied: u.applied}, server)
	s := storeOf(store, build, build.LastOTP)
	s.HTTP = &http.Client{Transport: u.over(inprocess.Transport(build))}
	if err := s.Run(ctx); err != nil {
		return err.Error()
	}
	return u.wrong
}

// misreadings records the first value that a build reads in another way than the store means it.
type misreadings struct {
	born string

	mu    sync.Mutex
	wrong string
}

func (u *misreadings) note(format string, args ...any) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.wrong == "" {
		u.wrong = fmt.Sprintf(format, args...)
	}
}

func (u *misreadings) applied(_ string, born time.Time) {
	if read := born.Format(time.DateOnly); read != u.born {
		u.note("the date of birth %s was read as %s", u.born, read)
	}
}

// over compares each request with its answer.
func (u *misreadings) over(next http.RoundTripper) http.RoundTripper {
	return roundTrip(func(r *http.Request) (*http.Response, error) {
		var sent []byte
		if r.Body != nil {
			var err error
			if sent, err = io.ReadAll(r.Body); err != nil {
				return nil, err
			}
			r.Body = io.NopCloser(bytes.NewReader(sent))
		}
		answer, err := next.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		got, err := io.ReadAll(answer.Body)
		if err != nil {
			return nil, err
		}
		answer.Body = io.NopCloser(bytes.NewReader(got))
		if answer.StatusCode == http.StatusCreated {
			u.compare(gjson.ParseBytes(sent), gjson.GetBytes(got, "data"))
		}
		return answer, nil
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// compare compares the created values with the requested ones.
func (u *misreadings) compare(sent, got gjson.Result) {
	for _, name := range []string{"first_name", "last_name", "id_number"} {
		if asked := sent.Get(name); asked.Exists() && got.Get("customer_details."+name).String() != asked.String() {
			u.note("%s was read as %s", name, got.Get("customer_details."+name).String())
		}
	}
	for _, item := range sent.Get("items").Array() {
		code := item.Get("item_code").String()
		for _, record := range got.Array() {
			if record.Get("item_code").String() != code {
				continue
			}
			description := cmp.Or(item.Get("item_description").String(), item.Get("item_decriptionn").String())
			if record.Get("item_description").String() != description || record.Get("item_value").Float() != item.Get("item_value").Float() {
				u.note("the item %s was read as %s", code, record.Raw)
			}
		}
	}
}
