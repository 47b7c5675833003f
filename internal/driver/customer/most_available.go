package customer

import "sync"

// MostAvailable is the highest amount that a customer of each kind may spend. After several
// people of a kind have asked for limits, it bounds the amount that a check can expect, because
// perhaps none of them may have more.
type MostAvailable struct {
	mu     sync.Mutex
	byKind map[Kind]int64
	sought map[Kind]bool
}

// Bound reduces the amount that a check wants a customer of a kind to have. After several people
// of the kind were tried, it is at most half of the highest amount.
func (m *MostAvailable) Bound(kind Kind, amount int64) int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sought[kind] {
		return min(amount, m.byKind[kind]/2)
	}
	return amount
}

// Keep notes the amount that a customer of a kind may spend.
func (m *MostAvailable) Keep(kind Kind, available int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byKind == nil {
		m.byKind, m.sought = make(map[Kind]int64), make(map[Kind]bool)
	}
	m.byKind[kind] = max(m.byKind[kind], available)
}

// AtMost reports whether an amount is above 0 and no customer of a kind was seen to have more.
func (m *MostAvailable) AtMost(kind Kind, amount int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return amount > 0 && amount >= m.byKind[kind]
}

// Highest returns the highest amount that a customer of any kind may spend.
func (m *MostAvailable) Highest() (highest int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, amount := range m.byKind {
		highest = max(highest, amount)
	}
	return highest
}

// IsNothing reports whether several people of a kind were tried, and none may spend anything.
func (m *MostAvailable) IsNothing(kind Kind) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sought[kind] && m.byKind[kind] == 0
}

// Tried notes that several people of a kind were tried.
func (m *MostAvailable) Tried(kind Kind) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sought[kind] = true
}

// Applicant is the kind of the nth person to ask for a limit that an amount is within. If any
// employee will do, it begins with the kind that is known to get so much, and tries private
// employees and government employees in turn: a target may give all people of one kind low limits.
func (m *MostAvailable) Applicant(kind Kind, n int, amount int64) Kind {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case kind != AnyEmployee:
		return kind
	case n%2 == 1:
		return Employed
	case n > 0 || m.byKind[Employed] < amount && m.byKind[Government] >= amount:
		return Government
	}
	return AnyEmployee
}
