package certify

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/credit-partner/assay/internal/certify/repro"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
)

// callsPerPack is the most calls that shortening the packs of one requirement may make to the
// target.
const callsPerPack = 60

// addPacks gives every failed requirement a pack: the calls that show its failure again. With
// TryPacks it runs them against the target, and leaves out calls that are not needed.
func (o *Options) addPacks(ctx context.Context, e *Evidence) {
	if e.Run.Shard != nil || e.Run.Setup != nil {
		return
	}
	sound := soundBuild()
	others := repro.Add(ctx, e.Run, e.Log, repro.Options{BaseURL: o.BaseURL, LookupBaseURL: o.LookupBaseURL, Mark: o.Mark, Redactor: e.Redactor, View: e.view(), Sound: sound})
	if !o.TryPacks {
		return
	}
	target, err := o.packTarget(ctx)
	if err != nil {
		e.Run.Notes = append(e.Run.Notes, "the packs were not tried: "+e.Redactor.Text(err.Error()))
		return
	}
	packs, tried, again, calls := 0, 0, 0, 0
	for i := range e.Run.Requirements {
		r := &e.Run.Requirements[i]
		if r.Pack == nil || ctx.Err() != nil {
			continue
		}
		packs++
		calls += tryPacks(ctx, r, others[r.ID], target, sound)
		if r.Pack.Shown != "" {
			tried++
		}
		if r.Pack.Shown == result.ShownAgain {
			again++
		}
	}
	if packs > 0 {
		e.Run.Notes = append(e.Run.Notes, fmt.Sprintf("packs: %d, of which %d could be run against the target and %d showed their failures again, in at most %d more requests", packs, tried, again, calls))
	}
}

// tryPacks runs the packs of a requirement, the best first, until one shows the failure again,
// and shortens that one.
func tryPacks(ctx context.Context, r *result.Requirement, others []*result.Pack, target, sound *repro.Target) (calls int) {
	for _, p := range append([]*result.Pack{r.Pack}, others...) {
		calls += repro.Shorten(ctx, p, target, sound, callsPerPack-calls)
		if p.Shown == result.ShownAgain {
			r.Pack = p
			break
		}
	}
	return calls
}

// packTarget returns a target that sends the calls of packs, signed by the run's Signer. These
// calls are not evidence, and are not recorded.
func (o *Options) packTarget(ctx context.Context) (*repro.Target, error) {
	to, err := o.client(&Evidence{}, nil)
	if err != nil {
		return nil, err
	}
	token := ""
	if o.Token != nil {
		if token, err = o.Token.Token(ctx); err != nil {
			return nil, fmt.Errorf("get the access token: %w", err)
		}
	}
	return &repro.Target{Token: token, Send: func(ctx context.Context, c result.PackCall) (*repro.Answer, error) {
		call := client.Call{Method: c.Method, Path: c.Path, Lookup: c.Lookup, Auth: client.NoAuth(), Header: http.Header{}, Negative: true}
		if c.Body != "" {
			call.Body = []byte(c.Body)
		}
		for _, h := range c.Headers {
			switch {
			case h.Name == "Authorization":
				call.Auth = client.RawAuth(h.Value)
			case o.Signer == nil || !slices.Contains([]string{"Sign", "Noncestr", "Timestamp"}, h.Name):
				call.Header.Add(h.Name, h.Value)
			}
		}
		x := to.Do(ctx, call)
		if x.Response == nil {
			return nil, x.Err
		}
		return &repro.Answer{Status: x.Response.Status, Header: x.Response.Header, Body: x.Response.Body}, nil
	}}, nil
}

// soundBuild is the embedded reference. It must satisfy the expectations of a pack.
func soundBuild() *repro.Target {
	handler := inprocess.Transport(reference.New(reference.Options{AnyStoreKey: true}))
	return &repro.Target{Token: reference.DefaultToken, Send: func(ctx context.Context, c result.PackCall) (*repro.Answer, error) {
		req, err := http.NewRequestWithContext(ctx, c.Method, "http://reference.local"+c.Path, bytes.NewReader([]byte(c.Body)))
		if err != nil {
			return nil, err
		}
		for _, h := range c.Headers {
			req.Header.Add(h.Name, h.Value)
		}
		resp, err := handler.RoundTrip(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return nil, fmt.Errorf("read the answer of the reference: %w", err)
		}
		return &repro.Answer{Status: resp.StatusCode, Header: resp.Header, Body: body}, nil
	}}
}
