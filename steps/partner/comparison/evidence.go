// Package comparison compares the requests of a recording with each other: the details of a customer,
// and what a cart is worth. Only the whole recording proves such a fault. A comparison that could not
// be made, because a member of one request does not have its documented form, decides nothing. If the
// others do not decide either, the requirement that owns the member blocks the result.
package comparison

// MinButFirst is how many later requests must be wrong if the first one is right. A program that
// keeps what it should forget is right once.
const MinButFirst = 4

// Hidden is a member that cannot be read. Owner is the obligation whose fault hides it. Prepare
// must be called while the request is available. The function that it returns blocks an obligation
// of an endpoint.
type Hidden struct {
	Owner   string
	Prepare func() func(endpoint, obligation string)
}

// Comparisons are the comparisons for one obligation that could not be made. The zero value has
// none.
type Comparisons struct {
	Count  int
	blocks map[place]func()
}

// place is an obligation, and the endpoint and the obligation that hide what it needs.
type place struct{ endpoint, obligation, by, owner string }

// maxBlocks is how many different reasons are kept for one obligation.
const maxBlocks = 20

// Miss notes that a comparison could not be made, because a request to the endpoint by hides a
// member. It decides nothing about an obligation of another endpoint, or of the same one.
func (c *Comparisons) Miss(by string, hidden *Hidden, endpoint, obligation string) {
	c.Count++
	at := place{endpoint, obligation, by, hidden.Owner}
	if c.blocks == nil {
		c.blocks = make(map[place]func())
	}
	if _, known := c.blocks[at]; known || len(c.blocks) == maxBlocks {
		return
	}
	block := hidden.Prepare()
	c.blocks[at] = func() { block(endpoint, obligation) }
}

// Block blocks the obligations that the comparisons would have decided.
func (c *Comparisons) Block() {
	for _, block := range c.blocks {
		block()
	}
}
