package certify_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/driver/covering"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/testsize"
)

// without stands for a member that is left out.
type without struct{}

// column is a member with all forms of it that the specification permits side by
// side: every documented value, every reading of the register.
type column struct {
	path   string
	values []any
}

func texts(values string) []any {
	var all []any
	for _, v := range strings.Split(values, "; ") {
		all = append(all, v)
	}
	return all
}

const theIndustries = "Accounting Auditing & Finance; Administrative & Office; Agriculture &Farming; Building & Architecture; Community & Social Services; Consulting and Strategy; Creative & Design; Customer service & Support; Employability & Soft Skills; Engineering; Food sciences & catering; Health & Safety; Hospitality/Leisure & Travel; Human Resources; IT & Software; Legal Services; Management & Business Development; Marketing & Communication; Medical & Pharmaceutical; Natural sciences; Project & Product management; Quality Control & Assurance; Real estate & Property Management; Research/Teaching/Training; Sales; Security; Supply Chain & Development; Trade & Services; Transport & Logistics; Other"

var personal = []column{
	{"country_code", texts("KE; KEN; ug")}, {"phone_number", texts("+254711000001; 254711000001")}, {"gender", texts("male; female")},
	{"marital_status", texts("single; married")}, {"date_of_birth", texts("01/31/1990; 02/29/2000; 12/12/1912")},
	{"loan_amount", []any{45000, "45000", 0, "0", 9007199254740993}}, {"password", []any{without{}, "s3cret-word", ""}}, {"last_name", texts("Kamau; 李; O'Brien-Ngũgĩ")},
}

// combined are the bodies whose documented values are paired with each other,
// and the case of the store in which they are sent.
var combined = map[string]struct {
	endpoint string
	work     samplepartner.Work
	columns  []column
}{
	"employed": {"create-limit", samplepartner.Private, append([]column{
		{"employed", []any{true, "true"}},
		{"employed_occupational_detail.job_level", texts("Intern; Associate; Junior Manager; Mid level manager; Senior Manager; Executive Manager")},
		{"employed_occupational_detail.job_function", texts(theIndustries)},
		{"employed_occupational_detail.payment_type", texts("bank; mpesa; cash")}, {"employed_occupational_detail.net_income", []any{0, 120000, int64(1e15)}},
		{"employed_occupational_detail.job_group", []any{without{}, "A", "T"}},
	}, personal...)},
	"government": {"create-limit", samplepartner.Private, append([]column{
		{"employed", []any{true, "true"}}, {"employed_occupational_detail.employer_sector", texts("government_sector")},
		{"employed_occupational_detail.job_group", texts("A; B; C; D; E; F; G; H; I; J; K; L; M; N; O; P; Q; R; S; T")},
		{"employed_occupational_detail.payment_type", texts("bank; mpesa; cash")},
	}, personal...)},
	"self-employed": {"create-limit", samplepartner.SelfEmployed, append([]column{
		{"employed", []any{false, "false"}},
		{"self_employed_occupational_detail.business_type", texts("student; freelancer; sole_proprietorship; partnership; limited_company")},
		{"self_employed_occupational_detail.business_payment_type", texts("mpesa; bank; cash; mobile_money")},
		{"self_employed_occupational_detail.business_industry", texts(theIndustries + "; Bee keeping")},
		{"self_employed_occupational_detail.business_registered", []any{true, false, "true", "false"}},
		{"self_employed_occupational_detail.average_monthly_expenses", []any{0, 90000}},
	}, personal...)},
	"order": {"create-purchases", samplepartner.Private, []column{
		{"order_id", []any{1001, "1001", 9007199254740993}},
		{"items.#.item_type", texts("phone; tv; laptop; tablet; home_theater; furniture; fridge; cooker; other")},
		{"items.#.delivery_option", append(texts("customer_store_pickup; customer_provider_pickup; store_delivery; provider_delivery; agent_delivery"), without{})},
		{"items.#.preferred_option", append(texts("delivery; pick_up"), without{})}, {"items.#.item_value", []any{15000, "15000", 0, 1000000}},
		{"items.#.item_topup", []any{without{}, "", "100"}}, {"items.#.topup_ref", []any{without{}, "", "T-1"}}, {"items.#.item_brand", texts("Kilele; 小米; 𝒜")},
	}},
}

// TestEveryPairOfDocumentedValuesPasses holds that whatever the specification
// permits side by side may be sent together.
func TestEveryPairOfDocumentedValuesPasses(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	for name, c := range combined {
		var levels []int
		for _, column := range c.columns {
			levels = append(levels, len(column.values))
		}
		rows, err := covering.Rows(covering.Model{Levels: levels, Strength: 2})
		require.NoError(t, err)
		next := 0
		log := sends(t, len(rows), c.endpoint, c.work, func(q *samplepartner.Request) {
			for i, column := range c.columns {
				set(q.Body, strings.Split(column.path, "."), column.values[max(rows[next][i], 0)])
			}
			if c.endpoint == "create-purchases" { // a code identifies one product (section 2.2)
				set(q.Body, []string{"items", "#", "item_code"}, fmt.Sprintf("SKU-%d", next))
			}
			next++
		})
		run := judge(t, closed(log))
		require.Equal(t, len(rows), next, name)
		require.Empty(t, failedIn(run), name)
		for _, r := range run.Requirements {
			require.NotEqual(t, result.Blocked, r.Outcome, "%s: %s %s", name, r.ID, r.Reason)
		}
		require.Equal(t, result.Partial, run.Verdict, "%s: %s", name, run.Reason) // of one endpoint only
	}
}

// set puts a value at a path, in every element of an array, or takes it out.
func set(body map[string]any, path []string, value any) {
	switch at := body[path[0]].(type) {
	case map[string]any:
		set(at, path[1:], value)
		return
	case []any:
		if len(path) > 2 {
			for _, element := range at {
				set(element.(map[string]any), path[2:], value)
			}
			return
		}
	}
	if _, out := value.(without); out {
		delete(body, path[0])
		return
	}
	body[path[0]] = value
}

// sends makes a day of as many calls of one endpoint, changed one by one.
func sends(t *testing.T, calls int, endpoint string, work samplepartner.Work, bend func(*samplepartner.Request)) *recording.Log {
	t.Helper()
	log := &recording.Log{}
	store := samplepartner.Store{
		BaseURL: "http://sandbox.local", Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey,
		HTTP: inProcessClient(sandbox.New(sandbox.Options{Log: log})), EditRequest: bend,
	}
	ctx := context.Background()
	for n := range calls {
		var err error
		if endpoint == "create-limit" {
			_, err = store.CreateLimit(ctx, samplepartner.Person{
				FirstName: "Wanjiru", LastName: "Kamau", IDNumber: strconv.Itoa(20000000 + n), Phone: "+254711000001", Email: "w@customers.example", Work: work,
			})
		} else {
			_, err = store.Buy(ctx, sandbox.Customers()[0], n, []samplepartner.Item{
				{Type: "tv", Brand: "B", Code: "C-1", Description: "d", Value: 10}, {Type: "tv", Brand: "B", Code: "C-2", Description: "d", Value: 10},
			})
		}
		require.NoError(t, err)
	}
	return log
}
