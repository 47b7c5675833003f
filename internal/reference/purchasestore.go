package reference

import "net/http"

// purchase is one item that somebody bought.
type purchase struct {
	record  purchaseRecord
	orderID string
	owner   *customer
}

// buy takes the items of one order for a customer, and completes the records
// with ids and times of their own.
func (s *store) buy(customerID, orderID string, items []purchaseRecord) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	owner, known := s.customers[customerID]
	if !known {
		return refuse(http.StatusNotFound, "there is no customer of this customer_id")
	}
	total, ok := sum(items)
	if !ok {
		return refuse(http.StatusUnprocessableEntity, "the items are worth more than can be reckoned with")
	}
	if err := s.mayBuy(owner, total); err != nil {
		return err
	}
	now := s.stamps.next()
	owner.limit.used += total
	owner.limit.updated = now
	owner.purchasePass = false
	for i := range items {
		items[i].ID, items[i].LoanApplicationDetailID = s.ids.next(), s.ids.next()
		items[i].CreatedAt, items[i].UpdatedAt = millis(now), millis(now)
		s.purchases[items[i].ID] = &purchase{record: items[i], orderID: orderID, owner: owner}
	}
	return nil
}

func (s *store) mayBuy(owner *customer, total cents) error {
	switch {
	case !owner.limit.granted():
		return refuse(http.StatusConflict, "the customer has no credit limit: create one first")
	case s.options.RequireOTPPerPurchase && !owner.purchasePass:
		return refuse(http.StatusConflict, "an OTP of the customer must be verified before each purchase")
	case total > owner.limit.available() && !s.options.IgnoreAvailable:
		return refuse(http.StatusUnprocessableEntity, "the items are worth more than the available limit")
	case owner.limit.used+total > mostCents:
		return refuse(http.StatusUnprocessableEntity, "the purchases are worth more than can be reckoned with")
	}
	return nil
}

func sum(items []purchaseRecord) (total cents, ok bool) {
	for _, item := range items {
		total += item.ItemValue
		if total > mostCents {
			return 0, false
		}
	}
	return total, true
}

// purchase is one item and its order.
func (s *store) purchase(id string) (purchaseRecord, string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	p, err := s.readable(id)
	if err != nil {
		return purchaseRecord{}, "", err
	}
	return p.record, p.orderID, nil
}

// readable finds an item, unless it was dropped when it was cancelled.
func (s *store) readable(id string) (*purchase, error) {
	p, known := s.purchases[id]
	if !known {
		return nil, refuse(http.StatusNotFound, "there is no purchase item of the id %s", id)
	}
	return p, nil
}

// move gives all items their new status, or none when one of them cannot have
// it.
func (s *store) move(moves []move) ([]purchaseRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	targets := make([]*purchase, len(moves))
	for i, m := range moves {
		p, err := s.movable(m)
		if err != nil {
			return nil, err
		}
		targets[i] = p
	}
	records := make([]purchaseRecord, len(moves))
	for i, m := range moves {
		s.settleStatus(targets[i], m.status)
		records[i] = targets[i].record
	}
	return records, nil
}

func (s *store) movable(m move) (*purchase, error) {
	p, err := s.readable(m.id)
	if err != nil {
		return nil, err
	}
	cancelled := s.options.CancelledStatus
	if p.record.FacilityStatus == cancelled && m.status != cancelled {
		return nil, refuse(http.StatusConflict, "the item %s is cancelled and stays so", m.id)
	}
	return p, nil
}

// cancel ends an item from any status (section 3).
func (s *store) cancel(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.readable(id)
	if err != nil {
		return err
	}
	s.settleStatus(p, s.options.CancelledStatus)
	return nil
}

// settleStatus writes a status; the credit of a cancelled item is free again.
func (s *store) settleStatus(p *purchase, status string) {
	now := s.stamps.next()
	cancelled := s.options.CancelledStatus
	if status == cancelled && p.record.FacilityStatus != cancelled {
		p.owner.limit.used -= p.record.ItemValue
		p.owner.limit.updated = now
	}
	p.record.FacilityStatus = status
	p.record.UpdatedAt = millis(now)
	if status == cancelled && s.options.DropCancelled {
		delete(s.purchases, p.record.ID)
	}
}
