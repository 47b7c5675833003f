package reference

import (
	"fmt"
	"net/http"
	"slices"
)

// createPurchases serves 4.6.
func (s *Service) createPurchases(c *call) (answer, error) {
	f := newForm(c.body)
	owner, order := f.uuid("customer_id"), f.orderID("order_id")
	items := s.itemsOf(f)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	if err := s.store.buy(owner, order, items); err != nil {
		return answer{}, err
	}
	return answer{status: http.StatusCreated, orderID: order, data: items}, nil
}

// getPurchase serves 4.7.
func (s *Service) getPurchase(c *call) (answer, error) {
	id, err := c.purchaseID()
	if err != nil {
		return answer{}, err
	}
	record, order, err := s.store.purchase(id)
	return answer{status: http.StatusOK, orderID: order, data: record}, err
}

// updatePurchases serves 4.8, in both forms of the path.
func (s *Service) updatePurchases(c *call) (answer, error) {
	f := newForm(c.body)
	moves := s.movesOf(f)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	if c.id != "" {
		id, err := c.purchaseID()
		if err != nil {
			return answer{}, err
		}
		if !names(moves, id) {
			return answer{}, refuse(http.StatusUnprocessableEntity, "the purchases_id in the path must be the id of one of the items")
		}
	}
	records, err := s.store.move(moves)
	return answer{status: http.StatusOK, data: records}, err
}

// cancelPurchase serves 4.9.
func (s *Service) cancelPurchase(c *call) (answer, error) {
	id, err := c.purchaseID()
	if err != nil {
		return answer{}, err
	}
	if err := s.store.cancel(id); err != nil {
		return answer{}, err
	}
	message := fmt.Sprintf("The item %s was successfully cancelled", id)
	return answer{status: http.StatusOK, data: confirmation{Message: message}}, nil
}

func (c *call) purchaseID() (string, error) {
	id, ok := canonicalID(c.id)
	if !ok {
		return "", refuse(http.StatusBadRequest, "the purchases_id in the path must be a UUID")
	}
	return id, nil
}

const (
	planNumber    = 1 // the number in answers that stands for regularPlan (2.3)
	itemSource    = "partner_api"
	acceptedTerms = "accepted"
)

// itemsOf reads the items of a purchase (2.2) and returns a record for each.
func (s *Service) itemsOf(f form) []purchaseRecord {
	items := f.objects("items")
	records := make([]purchaseRecord, len(items))
	for i, item := range items {
		records[i] = s.recordOf(item)
	}
	return records
}

func (s *Service) recordOf(f form) purchaseRecord {
	f.choice("facility_plan", facilityPlans)
	key, value := s.storeKey(f, "store_key"), f.amount("item_value")
	topup, _ := decimalOf(f.optional("item_topup")) // 2.2: its meaning is not shown, so any string is accepted
	return purchaseRecord{
		FacilityStatus:  pendingCollection,
		PartnerStoreID:  derivedID("store", key),
		LoanProductID:   derivedID("product", regularPlan),
		ItemValue:       value,
		ItemTopup:       topup,
		TopupRef:        f.optional("topup_ref"),
		UpfrontFees:     value.percent(feePercent),
		InterestRate:    interestPercent * 100,
		LoanDuration:    loanMonths,
		PreferredOption: f.choiceOr("preferred_option", defaultPreferred, preferredOptions),
		DeliveryOption:  f.choiceOr("delivery_option", defaultDelivery, deliveryOptions),
		FacilityPlan:    planNumber,
		ItemType:        f.choice("item_type", itemTypes),
		ItemBrand:       f.text("item_brand"),
		ItemCode:        f.text("item_code"),
		ItemDescription: descriptionOf(f),
		StoreName:       s.storeName(key),
		Source:          itemSource,
		AcceptedTerms:   acceptedTerms,
	}
}

// descriptionOf reads the member that section 2.2 spells in two ways.
func descriptionOf(f form) string {
	const sample, table = "item_description", "item_decriptionn"
	if !f.has(sample) && f.has(table) {
		return f.text(table)
	}
	return f.text(sample)
}

// move is the change that an update requests for one item.
type move struct {
	id     string
	status string
}

// movesOf reads the items of an update (4.8). Each item must occur once and have a known status.
func (s *Service) movesOf(f form) []move {
	known := []string{pendingCollection, collectedByAgent, s.options.CancelledStatus}
	items := f.objects("items")
	moves := make([]move, 0, len(items))
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		next := move{id: item.uuid("id"), status: item.choice("facility_status", known)}
		if next.id != "" && seen[next.id] {
			item.wrong("id", "must not be that of an earlier item")
		}
		seen[next.id] = true
		moves = append(moves, next)
	}
	return moves
}

func names(moves []move, id string) bool {
	return slices.ContainsFunc(moves, func(m move) bool { return m.id == id })
}

// storeKey reads the key of a partner's store. Only one key is accepted, unless an option accepts
// any key.
func (s *Service) storeKey(f form, name string) string {
	key := f.text(name)
	if key != "" && key != s.options.StoreKey && !s.options.AnyStoreKey {
		f.wrong(name, "must be the store key that came with the credentials")
	}
	return key
}

// storeName returns the store name for a store key (2.3).
func (s *Service) storeName(key string) string {
	if key == s.options.StoreKey {
		return s.options.StoreName
	}
	return "Store " + key
}
