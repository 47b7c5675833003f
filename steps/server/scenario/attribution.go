package scenario

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// If create returns a wrong value, later responses look wrong although they are right. So before
// assay blames a later response, for another value or for an unknown id, it fetches the record
// again. It does so only after a difference.

var (
	EchoOfPurchase = judgement.Aspect{Endpoint: spec.GetPurchase, Name: judgement.EchoAspect}
	echoOfLimit    = judgement.Aspect{Endpoint: spec.FetchLimit, Name: judgement.EchoAspect}
	KeptMove       = judgement.Aspect{Endpoint: spec.GetPurchase, Name: "kept"}
)

// The aspects of the moves. The rule about each single move owns its aspect.
var (
	AnsweredMove    = judgement.Aspect{Endpoint: spec.UpdatePurchases, Name: "answered"}
	UntouchedByMove = judgement.Aspect{Endpoint: spec.UpdatePurchases, Name: "untouched"}
	LeftMove        = judgement.Aspect{Endpoint: spec.CancelPurchase, Name: "left"}
)

// isWrongInCreate reports whether a value that differs from the record in the answer of create is
// the one that was sent. Then create was wrong, and the rule about the values that create repeats
// owns the difference.
func isWrongInCreate(i *driver.Item, before driver.RecordBefore, member string, now gjson.Result) (judgement.Aspect, bool) {
	if i == nil || before.By == nil || before.By.Endpoint != spec.CreatePurchases {
		return judgement.Aspect{}, false
	}
	if member == "item_value" {
		return judgement.Aspect{Endpoint: spec.CreatePurchases, Name: judgement.PriceAspect}, now.Type == gjson.Number && fmt.Sprint(i.Price) == now.String()
	}
	sent, ok := i.SentValue(before.By, member)
	ok = ok && slices.Contains(repeated, member)
	return judgement.Aspect{Endpoint: spec.CreatePurchases, Name: judgement.EchoAspect}, ok && now.Type == gjson.String && now.String() == sent
}

// OneClock is how far apart two clocks of a target may be.
const OneClock = 10 * time.Minute

// isWrongInUpdate reports whether the answer of an update is the odd one out: a later answer shows
// what the answers before the update showed, or a time that fits them. Then the rules about the
// answer of an update own the difference.
func isWrongInUpdate(i *driver.Item, told driver.RecordBefore, member string, now gjson.Result) (judgement.Aspect, bool) {
	if i == nil || told.By == nil || told.By.Endpoint != spec.UpdatePurchases {
		return judgement.Aspect{}, false
	}
	n := slices.Index(told.By.Items, i)
	if n < 0 || n >= len(told.By.Before) {
		return judgement.Aspect{}, false
	}
	earlier := told.By.Before[n]
	was, said := gjson.Get(earlier.Raw, member), gjson.Get(told.Raw, member)
	switch {
	case slices.Contains(mayChangeInUpdate, member):
		return KeptMove, judgement.Equal(was, now)
	case !slices.Contains(moved, member):
		return judgement.Aspect{Endpoint: spec.UpdatePurchases, Name: "unchanged"}, judgement.Equal(was, now)
	case member != "updated_at":
		return judgement.Aspect{}, false
	case !call.IsLater(said, was):
		return judgement.Aspect{Endpoint: spec.UpdatePurchases, Name: "later"}, call.IsLater(now, was)
	}
	return judgement.Aspect{Endpoint: spec.UpdatePurchases, Name: "clock"}, isOff(said, told.By, earlier) && !isOff(now, told.By, earlier)
}

// isOff reports whether a time that an update gave a record does not come from the clock that gave
// the record its earlier updated_at.
func isOff(stamp gjson.Result, update *driver.Call, earlier driver.RecordBefore) bool {
	at, read := call.Time(stamp)
	before, known := call.Time(gjson.Get(earlier.Raw, "updated_at"))
	if !read || !known || earlier.By == nil {
		return false
	}
	return SinceEarlier(at, before, update, earlier.By).Abs() > OneClock
}

// SinceEarlier is the difference between two times of a record, less the time between the calls
// that wrote them.
func SinceEarlier(at, before time.Time, by, earlier *driver.Call) time.Duration {
	return at.Sub(before) - by.Started.Add(by.Duration).Sub(earlier.Started.Add(earlier.Duration))
}

// orderLike describes an order that assay repeats to compare get with create. A target may return
// wrong values only for such an order.
type orderLike struct {
	items   int
	details map[string]any // of each item; nil for a plain one
}

var plainOrder = orderLike{items: 1}

// like returns the order that is most similar to the order of an item: one item or two, with the
// same delivery.
func like(i *driver.Item) orderLike {
	order := orderLike{items: min(max(i.ItemsInOrder, 1), 2)}
	for _, member := range []string{"delivery_option", "preferred_option"} {
		if v, ok := i.Details[member]; ok {
			if order.details == nil {
				order.details = make(map[string]any)
			}
			order.details[member] = v
		}
	}
	return order
}

// someFetches is how often a purchase is fetched to find out what get shows. A fetch may change what the
// next one shows.
const someFetches = 3

// wrongInCreate returns the members of a purchase record that differ between create and get, for
// one purchase that no check changes.
func wrongInCreate(ctx context.Context, s *driver.Session, order orderLike) map[string]bool {
	name := fmt.Sprintf("wrong members of %d items with %v", order.items, order.details)
	members, _ := driver.Shared(ctx, s.Run, name, func(ctx context.Context) (map[string]bool, error) {
		bought, err := s.Orders.Purchase(ctx, order.items, order.details)
		if err != nil {
			return nil, err
		}
		differ := make(map[string]bool)
		told := gjson.Parse(bought.Items[0].Record.Raw)
		for range someFetches {
			now, err := s.Orders.Fetch(ctx, bought.Items[0], call.Probe)
			if err != nil || now.Served() != nil {
				return nil, err
			}
			for _, member := range call.RecordMembers {
				differ[member] = differ[member] || !judgement.Equal(told.Get(member), now.Data.Get(member))
			}
		}
		return differ, nil
	})
	return members
}

// AttributeToGetPurchase attributes two kinds of differences since found to the rule that
// compares get with create (GET-08): the record of another item, and members that no
// update and no cancel changes.
func AttributeToGetPurchase(s *Scenario, found int) {
	failures := s.TakeFailuresSince(found)
	another := slices.ContainsFunc(failures, func(f result.Failure) bool { return f.Path == "data.id" })
	for _, f := range failures {
		if another || !slices.Contains(moved, f.Path[strings.LastIndex(f.Path, ".")+1:]) {
			s.Report.Breaks = append(s.Report.Breaks, judgement.Break{Aspect: EchoOfPurchase, Failure: f})
		} else {
			s.Report.Failures = append(s.Report.Failures, f)
		}
	}
}

// ShowsAnother reports whether get shows another item than it was asked for. Then the rule that compares get
// with create (GET-08) reports that, and the record shows nothing about the item.
func ShowsAnother(s *Scenario, c *driver.Call) bool {
	got := c.Data.Get("id")
	if c.Endpoint != spec.GetPurchase || !c.OK() || len(c.Items) != 1 || got.Type != gjson.String || strings.EqualFold(got.Str, c.Items[0].ID) {
		return false
	}
	asked := gjson.Result{Type: gjson.String, Str: c.Items[0].ID, Raw: strconv.Quote(c.Items[0].ID)}
	s.Report.Breaks = append(s.Report.Breaks, judgement.Break{Aspect: EchoOfPurchase, Failure: c.Fault(call.Differing("data.id", asked, got, "2.3"))})
	return true
}

// AttributeIfGetDiffersToo attributes differences since found to the rule that compares
// get with create (GET-08), if get and create also differ in the same member for a
// purchase that no check changes: a plain one, or one like that of the item.
func AttributeIfGetDiffersToo(ctx context.Context, s *Scenario, found int) {
	if len(s.Report.Failures) == found {
		return
	}
	for _, f := range s.TakeFailuresSince(found) {
		member := f.Path[strings.LastIndex(f.Path, ".")+1:]
		wrong := wrongInCreate(ctx, s.Session, plainOrder)[member]
		if i := itemOfFailure(s.Session, f); !wrong && i != nil {
			wrong = wrongInCreate(ctx, s.Session, like(i))[member]
		}
		if wrong {
			s.Report.Breaks = append(s.Report.Breaks, judgement.Break{Aspect: EchoOfPurchase, Failure: f})
		} else {
			s.Report.Failures = append(s.Report.Failures, f)
		}
	}
}

// itemOfFailure returns the item whose record a failure is about, or nil.
func itemOfFailure(s *driver.Session, f result.Failure) *driver.Item {
	c := s.Calls.OfExchange(f.Exchange)
	if c == nil {
		return nil
	}
	for n, record := range c.Records() {
		if strings.HasPrefix(f.Path, c.RecordPath(n)+".") {
			i, _ := c.ItemOf(record, n)
			return i
		}
	}
	return nil
}

// moved are the members of a record that an update or a cancel changes (section 3).
var moved = []string{"facility_status", "updated_at"}

// mayChangeInUpdate are the members whose meaning section 2.3 does not show, so an update may change
// them. The rule about what an update stores owns a difference.
var mayChangeInUpdate = []string{"source", "accepted_terms"}

// AttributeIfFetchLimitDiffersToo attributes differences since found to the rule that
// compares fetch limit with create limit, if fetch limit also differs from create.
func AttributeIfFetchLimitDiffersToo(ctx context.Context, s *Scenario, c *customer.Customer, found int) {
	if len(s.Report.Failures) == found || c.Created() == nil {
		return
	}
	now, err := s.Session.Limits.FetchLimitAs(ctx, c, call.Probe)
	if err != nil || now.Served() != nil {
		return
	}
	const details = "credit_limit_details"
	if !judgement.Equal(c.Limit.Get(details), now.Data.Get(details)) {
		s.BlameOwner(echoOfLimit, found)
	}
}

// MaxUnknownIDs is how many refusals of an endpoint one check investigates. If a target refuses
// everything, the others are treated like the last one that was investigated.
const MaxUnknownIDs = 3

// CheckUnknownID finds out whether a call was refused because the target does not know the id that
// create returned. In that case it returns the error of get or fetch, which fails first. It fetches
// what the refused call named. It runs when the refusal is judged, long after the call.
func CheckUnknownID(ctx context.Context, s *driver.Session, c *driver.Call) error {
	if c.Customer == nil || !slices.Contains([]string{spec.CreatePurchases, spec.UpdatePurchases, spec.CancelPurchase}, c.Endpoint) || !MaybeNotFound(c) {
		return nil
	}
	var found *driver.Call
	var err error
	if c.Endpoint == spec.CreatePurchases {
		found, err = s.Limits.FetchLimitAs(ctx, c.Customer, call.Probe)
	} else {
		found, err = s.Orders.Fetch(ctx, c.Items[0], call.Probe)
	}
	if err != nil || !MaybeNotFound(found) {
		return nil
	}
	return found.Served()
}

// MaybeNotFound reports whether a call was refused in a way that may mean that the id does not
// exist. The form of such a refusal is not documented (section 7).
func MaybeNotFound(c *driver.Call) bool {
	refusals := []int{http.StatusBadRequest, http.StatusNotFound, http.StatusGone, http.StatusUnprocessableEntity}
	return c.Response != nil && (slices.Contains(refusals, c.Response.Status) || c.Refused)
}
