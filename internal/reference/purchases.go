package reference

import (
	"fmt"
	"net/http"
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

// updatePurchases serves 4.8, in both path forms.
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
