package steps

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
)

// What a create told wrong makes every later answer look wrong, though those
// tell the truth. So before a later answer is blamed for another value, or for
// not knowing an id, the target is asked once more who is right. That costs
// nothing where nothing differs.

var (
	echoOfPurchase = Aspect{Endpoint: getItem, Name: EchoAspect}
	echoOfLimit    = Aspect{Endpoint: fetchLimit, Name: EchoAspect}
	echoOfDetails  = Aspect{Endpoint: createLimit, Name: EchoAspect}
)

// wrongInCreate tells whether a value that differs from the one in the record
// that create gave is the one that was sent: then it is create that was wrong,
// and the rule about what create repeats owns the difference.
func (i *item) wrongInCreate(before kept, member string, now gjson.Result) (Aspect, bool) {
	if i == nil || before.by == nil || before.by.endpoint != createOrder {
		return Aspect{}, false
	}
	if member == "item_value" {
		return Aspect{Endpoint: createOrder, Name: PriceAspect}, now.Type == gjson.Number && fmt.Sprint(i.price) == now.String()
	}
	sent, ok := i.said(before.by, member)
	return Aspect{Endpoint: createOrder, Name: EchoAspect}, ok && now.Type == gjson.String && now.String() == sent
}

// mistold names the members of a purchase record that create tells in another
// way than get, as one purchase shows that nobody has touched.
func (r *Run) mistold(ctx context.Context, by string) map[string]bool {
	members, _ := shared(ctx, r, "members told wrong", func(ctx context.Context) (map[string]bool, error) {
		bought, err := r.purchase(ctx, by, 1, nil)
		if err != nil {
			return nil, err
		}
		now, err := r.fetch(ctx, by, bought.items[0], probe)
		if err != nil || now.served() != nil {
			return nil, err
		}
		differ := make(map[string]bool)
		told := gjson.Parse(bought.items[0].record.raw)
		for _, member := range recordMembers {
			differ[member] = !judgement.Equal(told.Get(member), now.data.Get(member))
		}
		return differ, nil
	})
	return members
}

// leaveMistold leaves differences in members that create tells wrong to the
// rule that compares get with create.
func (s *Scenario) leaveMistold(ctx context.Context, found int) {
	if len(s.report.Failures) == found {
		return
	}
	wrong := s.run.mistold(ctx, s.by())
	for _, f := range s.withdraw(found) {
		if wrong[f.Path[strings.LastIndex(f.Path, ".")+1:]] {
			s.report.Breaks = append(s.report.Breaks, Break{Aspect: echoOfPurchase, Failure: f})
		} else {
			s.report.Failures = append(s.report.Failures, f)
		}
	}
}

// leaveMistoldLimit leaves differences from the limit that create gave to the
// rule that compares fetch with create, where fetch differs from it, too.
func (s *Scenario) leaveMistoldLimit(ctx context.Context, c *customer, found int) {
	if len(s.report.Failures) == found || c.created == nil {
		return
	}
	now, err := s.run.fetchLimitAs(ctx, s.by(), c, probe)
	if err != nil || now.served() != nil {
		return
	}
	const details = "credit_limit_details"
	if !judgement.Equal(c.limit.Get(details), now.data.Get(details)) {
		s.leaveToOwner(echoOfLimit, found)
	}
}

// maxUnknownIDs is how many refusals of an endpoint are looked into by one check.
// A target that refuses everything is not asked about each: the rest is as the
// last one was.
const maxUnknownIDs = 3

// checkUnknownID tells whether a call was refused because the id that create gave
// is not one by which anything is found: then it is get, or fetch, that fails
// first. It asks for what the refused call named, in the plainest way there is,
// and is asked when the refusal is judged: the call has long ended.
func (r *Run) checkUnknownID(ctx context.Context, by string, c *call) error {
	if c.customer == nil || !slices.Contains([]string{createOrder, updateItems, cancelItem}, c.endpoint) || !c.findsNothing() {
		return nil
	}
	var found *call
	var err error
	if c.endpoint == createOrder {
		found, err = r.fetchLimitAs(ctx, by, c.customer, probe)
	} else {
		found, err = r.fetch(ctx, by, c.items[0], probe)
	}
	if err != nil || !found.findsNothing() {
		return nil
	}
	return found.served()
}

// findsNothing tells whether a call was refused in a way that may mean that
// there is nothing of this id. How that looks is not documented (section 7).
func (c *call) findsNothing() bool {
	refusals := []int{http.StatusBadRequest, http.StatusNotFound, http.StatusGone, http.StatusUnprocessableEntity}
	return c.Response != nil && (slices.Contains(refusals, c.Response.Status) || c.refused)
}
