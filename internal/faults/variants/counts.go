package variants

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/faults"
)

// countVariants serve one person only a limited number of times. The specification does not show
// what a service limits (section 8), or how it refuses further calls (section 7).
func countVariants() []faults.Variant {
	var all []faults.Variant
	for _, b := range []struct {
		words        string
		most, status int
	}{{"three-422", 3, 422}, {"three-403", 3, 403}, {"four-400", 4, 400}, {"five-409", 5, 409}} {
		all = append(all, faults.Variant{
			ID: "otps-at-most-" + b.words, Field: "otp-cap", Why: "8: how many OTPs one person is sent is not shown, nor how more are refused (7)", Mutator: sendingAtMost(b.most, b.status),
		})
	}
	all = append(all,
		faults.Variant{ID: "otps-at-most-two-422", Field: "otp-cap", Why: "8: how many OTPs one person is sent is not shown, nor how more are refused (7)", Mutator: sendingAtMost(2, 422)},
		faults.Variant{ID: "otps-at-most-two-429", Field: "otp-cap", Why: "8: how many OTPs one person is sent within ten minutes is not shown", Mutator: faults.Both(sendingAtMost(2, 429), askingToWait(600))},
	)
	for words, most := range map[string]int{"one": 1, "two": 2, "three": 3, "ten": 10} {
		all = append(all, faults.Variant{
			ID: "orders-at-most-" + words, Field: "order-cap", Why: "8: how many orders one customer may place is not shown", Mutator: orderingAtMost(most, func(*faults.Call, *faults.Answer) bool { return false }),
		})
	}
	for words, most := range map[string]int{"one": 1, "two": 2} {
		all = append(all, faults.Variant{
			ID: fmt.Sprintf("open-orders-at-most-%s", words), Field: "order-cap", Why: "8: how many orders of one customer may be open is not shown", Mutator: orderingAtMost(most, closes),
		})
	}
	for words, most := range map[string]int{"three": 3, "five": 5} {
		all = append(all, faults.Variant{
			ID: fmt.Sprintf("open-items-at-most-%s", words), Field: "order-cap", Why: "8: how many items of one customer may be open is not shown", Mutator: holdingAtMost(most),
		})
	}
	return append(all, faults.Variant{
		ID: "otp-cool-down", Field: "otp-cap", Why: "8: how soon one person is sent another OTP is not shown", Mutator: pausing(time.Second, 429, "1"), Coarse: true,
	}, faults.Variant{
		ID: "otp-pause-unsaid", Field: "otp-cap", Why: "8: how soon one person is sent another OTP is not shown, nor that the refusal says it (7)", Mutator: pausing(300*time.Millisecond, 429, ""), Coarse: true,
	}, faults.Variant{
		ID: "otp-pause-long-unsaid", Field: "otp-cap", Why: "8: how soon one person is sent another OTP is not shown, nor that the refusal says it (7)", Mutator: pausing(2*time.Second, 429, ""), Coarse: true,
	}, faults.Variant{
		ID: "otp-pause-400", Field: "otp-cap", Why: "8: how soon one person is sent another OTP is not shown, nor how it is refused before (7)", Mutator: pausing(300*time.Millisecond, 400, ""), Coarse: true,
	}, faults.Variant{
		ID: "rate-limited", Field: "rate", Why: "8: rate limits are not shown", Mutator: answeringAtMost(40, 50*time.Millisecond), Coarse: true,
	})
}

// answeringAtMost answers at most most calls within a period, and further calls with 429. It
// counts each call before it checks anything else.
func answeringAtMost(most int, within time.Duration) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		var mu sync.Mutex
		var since time.Time
		taken := 0
		allowed := func() bool {
			mu.Lock()
			defer mu.Unlock()
			if now := time.Now(); now.Sub(since) > within {
				since, taken = now, 0
			}
			taken++
			return taken <= most
		}
		return func(c *faults.Call) *faults.Answer {
			if !allowed() {
				return faults.Refusal(c, 429, "too many requests")
			}
			return next(c)
		}
	}
}

// sendingAtMost refuses to send more than most OTPs to one person.
func sendingAtMost(most, status int) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		sent := faults.NewCounter()
		return faults.Refusing(faults.SendOTP, status, func(c *faults.Call) bool { return sent.Next(faults.ByPerson(c)) > most })(next)
	}
}

// askingToWait adds a Retry-After to each answer with 429.
func askingToWait(seconds int) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if a.Status == http.StatusTooManyRequests {
				a.Header.Set("Retry-After", strconv.Itoa(seconds))
			}
			return a
		}
	}
}

// pausing sends one person no second OTP until the pause is over. retryAfter is what the refusal
// says about the pause, in seconds.
func pausing(pause time.Duration, status int, retryAfter string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		var mu sync.Mutex
		sent := make(map[string]time.Time)
		isTooSoon := func(person string) bool {
			mu.Lock()
			defer mu.Unlock()
			now := time.Now()
			if now.Sub(sent[person]) < pause {
				return true
			}
			sent[person] = now
			return false
		}
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != faults.SendOTP || !isTooSoon(faults.ByPerson(c)) {
				return next(c)
			}
			a := faults.Refusal(c, status, "an OTP was sent a moment ago")
			if retryAfter != "" {
				a.Header.Set("Retry-After", retryAfter)
			}
			return a
		}
	}
}

// closes reports whether a call closes an item: a served cancel or update does.
func closes(c *faults.Call, a *faults.Answer) bool {
	return a.Served() && (c.Endpoint == faults.CancelItem || c.Endpoint == faults.UpdateItems)
}

// openItems holds the open orders of each customer.
type openItems struct {
	mu     sync.Mutex
	orders map[string]map[string]bool // order ids by customer
	of     map[string][2]string       // customer and order by item
}

// orderingAtMost refuses an order if its customer has most orders that count. An order does not
// count after a call for which closing is true has named one of its items.
func orderingAtMost(most int, closing func(*faults.Call, *faults.Answer) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		open := &openItems{orders: make(map[string]map[string]bool), of: make(map[string][2]string)}
		return func(c *faults.Call) *faults.Answer {
			open.mu.Lock()
			defer open.mu.Unlock()
			buyer := strings.ToLower(c.Text("customer_id"))
			if c.Endpoint == faults.CreateOrder && c.Authorized() && len(open.orders[buyer]) >= most {
				return faults.Refusal(c, 422, "too many orders")
			}
			a := next(c)
			switch {
			case c.Endpoint == faults.CreateOrder && a.Served():
				open.add(buyer, a)
			case closing(c, a):
				for _, id := range c.ItemIDs() {
					of := open.of[strings.ToLower(id)]
					delete(open.orders[of[0]], of[1])
				}
			}
			return a
		}
	}
}

func (o *openItems) add(buyer string, a *faults.Answer) {
	var order string
	for _, r := range a.Records() {
		id := strings.ToLower(faults.Text(r["id"]))
		if order == "" {
			order = id
		}
		o.of[id] = [2]string{buyer, order}
	}
	if order == "" {
		return // a refusal in 200
	}
	if o.orders[buyer] == nil {
		o.orders[buyer] = make(map[string]bool)
	}
	o.orders[buyer][order] = true
}

// holdingAtMost refuses an order if its customer has at least most items that are neither
// collected nor cancelled.
func holdingAtMost(most int) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		var mu sync.Mutex
		held, of := make(map[string]int), make(map[string]string)
		return func(c *faults.Call) *faults.Answer {
			mu.Lock()
			defer mu.Unlock()
			buyer := strings.ToLower(c.Text("customer_id"))
			if c.Endpoint == faults.CreateOrder && c.Authorized() && held[buyer] >= most {
				return faults.Refusal(c, 409, "too many open items")
			}
			a := next(c)
			switch {
			case c.Endpoint == faults.CreateOrder && a.Served():
				for _, r := range a.Records() {
					of[strings.ToLower(faults.Text(r["id"]))] = buyer
					held[buyer]++
				}
			case closes(c, a):
				for _, given := range append(c.ItemIDs(), c.ID) {
					id := strings.ToLower(given)
					if of[id] != "" {
						held[of[id]]--
					}
					delete(of, id)
				}
			}
			return a
		}
	}
}
