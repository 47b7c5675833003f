package reference_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/credit-partner/assay/internal/reference"
)

// shelf is the model of section 3: what each item's status must be, and what
// each owner must have left.
type shelf struct {
	status    map[string]string
	updated   map[string]string
	value     map[string]int64
	owner     map[string]string
	available map[string]int64
	ids       []string
	owners    []string
}

func newShelf() *shelf {
	return &shelf{
		status: map[string]string{}, updated: map[string]string{}, value: map[string]int64{},
		owner: map[string]string{}, available: map[string]int64{},
	}
}

func TestStatesFollowTheModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := serve(t, reference.Options{})
		m := newShelf()
		for n := range 3 {
			id := s.customer(n)
			m.owners, m.available[id] = append(m.owners, id), 300_000
		}
		rt.Repeat(map[string]func(*rapid.T){
			"create": func(rt *rapid.T) { m.create(rt, s) },
			"update": func(rt *rapid.T) { m.update(rt, s) },
			"cancel": func(rt *rapid.T) { m.cancel(rt, s) },
		})
		m.check(rt, s)
	})
}

func (m *shelf) create(rt *rapid.T, s server) {
	owner := rapid.SampledFrom(m.owners).Draw(rt, "owner")
	values := rapid.SliceOfN(rapid.Int64Range(0, 120_000), 1, 4).Draw(rt, "values")
	var items []members
	var total int64
	for _, value := range values {
		items, total = append(items, item().but(members{"item_value": value})), total+value
	}
	made := s.do(http.MethodPost, purchasesPath, cart(owner, items...))
	if total > m.available[owner] {
		require.Equal(rt, http.StatusUnprocessableEntity, made.status)
		return
	}
	require.Equal(rt, http.StatusCreated, made.status)
	m.available[owner] -= total
	for i, record := range made.body.Get("data").Array() {
		id := record.Get("id").Str
		require.NotContains(rt, m.status, id)
		m.ids = append(m.ids, id)
		m.status[id], m.updated[id] = "pending_collection_customer", record.Get("updated_at").Str
		m.value[id], m.owner[id] = values[i], owner
	}
}

func (m *shelf) update(rt *rapid.T, s server) {
	if len(m.ids) == 0 {
		rt.Skip("nothing was bought yet")
	}
	ids := rapid.SliceOfNDistinct(rapid.SampledFrom(m.ids), 1, min(3, len(m.ids)), rapid.ID).Draw(rt, "ids")
	target := rapid.SampledFrom([]string{"collected_by_agent", "pending_collection_customer", "cancelled"}).Draw(rt, "target")
	var pairs []string
	legal := true
	for _, id := range ids {
		pairs = append(pairs, id, target)
		legal = legal && (m.status[id] != "cancelled" || target == "cancelled")
	}
	moved := s.do(http.MethodPut, purchasesPath, updates(pairs...))
	if !legal {
		require.Equal(rt, http.StatusConflict, moved.status)
		return
	}
	require.Equal(rt, http.StatusOK, moved.status)
	for i, id := range ids {
		record := moved.body.Get(fmt.Sprintf("data.%d", i))
		require.Equal(rt, id, record.Get("id").Str)
		m.reach(rt, id, target, record.Get("updated_at").Str)
	}
}

func (m *shelf) cancel(rt *rapid.T, s server) {
	if len(m.ids) == 0 {
		rt.Skip("nothing was bought yet")
	}
	id := rapid.SampledFrom(m.ids).Draw(rt, "id")
	require.Equal(rt, http.StatusOK, s.do(http.MethodDelete, purchasesPath+"/"+id, nil).status)
	m.reach(rt, id, "cancelled", s.do(http.MethodGet, purchasesPath+"/"+id, nil).str("data.updated_at"))
}

func (m *shelf) reach(rt *rapid.T, id, target, updated string) {
	require.Greater(rt, updated, m.updated[id])
	if target == "cancelled" && m.status[id] != target {
		m.available[m.owner[id]] += m.value[id]
	}
	m.status[id], m.updated[id] = target, updated
}

// check reads all there is: a move of one item never shows in another.
func (m *shelf) check(rt *rapid.T, s server) {
	for _, id := range m.ids {
		got := s.do(http.MethodGet, purchasesPath+"/"+id, nil)
		require.Equal(rt, m.status[id], got.str("data.facility_status"))
		require.Equal(rt, m.updated[id], got.str("data.updated_at"))
		require.Equal(rt, m.value[id], got.body.Get("data.item_value").Int())
	}
	for _, owner := range m.owners {
		require.Equal(rt, m.available[owner], s.available(owner))
	}
}
