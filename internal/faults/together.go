package faults

import (
	"bytes"
	"cmp"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/credit-partner/assay/internal/reference"
)

// Together is a fresh build with several faults at once, over some legal variants
// of the service; the last fault is outermost.
func Together(o reference.Options, variants []Variant, all ...Fault) *Build {
	var plants []plant
	for _, v := range variants {
		if v.choose != nil {
			v.choose(&o)
		}
		plants = append(plants, v.plant)
	}
	for _, f := range inLayers(all) {
		if f.choose != nil {
			f.choose(&o)
		}
		if f.plant != nil {
			plants = append(plants, robust(f.plant))
		}
	}
	service := reference.New(o)
	return &Build{Handler: planted(service, o, plants...), service: service}
}

func inLayers(all []Fault) []Fault {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Fault) int { return cmp.Compare(a.layer, b.layer) })
	return sorted
}

// robust keeps a plant from crashing on an answer that another fault has made
// unlike what it expects: there it does nothing.
func robust(p plant) plant {
	return func(next server) server {
		planted := p(func(c *call) *answer {
			c.inner = next(c)
			return c.inner
		})
		return func(c *call) (a *answer) {
			defer func() {
				if p := recover(); p != nil {
					if err, ok := p.(error); (ok && errors.Is(err, http.ErrAbortHandler)) || c.inner == nil {
						panic(p)
					}
					a = c.inner
				}
			}()
			return planted(c)
		}
	}
}

// Endpoint names the endpoint that a fault is planted in, which its id begins
// with; it is empty for a fault of several.
func (f Fault) Endpoint() string {
	for _, name := range []string{sendOTP, verifyOTP, createLimit, fetchLimit, lookup, createOrder, getItem, updateItems, cancelItem} {
		if len(f.ID) > len(name) && f.ID[:len(name)+1] == name+"-" {
			return name
		}
	}
	return ""
}

// Witness serves a build with several faults, and beside it gives every request
// to a build that lacks one of them. One fault may undo another, so that no
// answer shows it: then the two never differ.
type Witness struct {
	mu          sync.Mutex
	full, lacks *Build
	now         atomic.Int64 // requests so far: the clock of both builds
	differ      bool
}

// NewWitness prepares the two builds. The clocks of both stand still while one
// request is answered, and all that is drawn is drawn alike.
func NewWitness(o reference.Options, variants []Variant, all []Fault, lacking int) *Witness {
	w := &Witness{}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	o.Clock = func() time.Time { return start.Add(time.Duration(w.now.Load()) * tick) }
	rest := append(append([]Fault(nil), all[:lacking]...), all[lacking+1:]...)
	w.full, w.lacks = Together(o, variants, all...), Together(o, variants, rest...)
	return w
}

// tick is how far the clock moves from one request to the next.
const tick = 7 * time.Millisecond

// LastOTP tells the OTP that was last sent to a phone.
func (w *Witness) LastOTP(phone string) (string, bool) { return w.full.LastOTP(phone) }

// Shown tells whether the fault changed any answer.
func (w *Witness) Shown() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.differ
}

// ServeHTTP answers as the build with all faults does.
func (w *Witness) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now.Add(1)
	c := read(r, "")
	full, cut := answered(w.full, c)
	other, otherCut := answered(w.lacks, c)
	w.differ = w.differ || cut != otherCut || full.status != other.status || !bytes.Equal(full.raw, other.raw) ||
		full.header.Get("Content-Type") != other.header.Get("Content-Type")
	if cut {
		panic(http.ErrAbortHandler)
	}
	full.write(rw)
}

// answered is the answer of a build, and whether it hung up instead.
func answered(h http.Handler, c *call) (a *answer, cut bool) {
	defer func() {
		if p := recover(); p != nil {
			if err, ok := p.(error); !ok || !errors.Is(err, http.ErrAbortHandler) {
				panic(p)
			}
			a, cut = &answer{}, true
		}
	}()
	return over(h)(c), false
}
