package customer

import "sync"

// MostAvailable is the most that a customer of each kind may spend. It bounds what is
// asked for once several people of a kind were seen: none of them may have as much.
type MostAvailable struct {
	mu     sync.Mutex
	byKind map[Kind]int64
	sought map[Kind]bool
}

// Bound is an amount that can be asked for of a kind: half of the most, once several were
// seen.
func (m *MostAvailable) Bound(kind Kind, amount int64) int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sought[kind] {
		return min(amount, m.byKind[kind]/2)
	}
	return amount
}

// Keep notes what somebody of a kind may spend.
func (m *MostAvailable) Keep(kind Kind, available int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byKind == nil {
		m.byKind, m.sought = make(map[Kind]int64), make(map[Kind]bool)
	}
	m.byKind[kind] = max(m.byKind[kind], available)
}

// AtMost tells whether nobody of a kind was seen to have more than an amount, if it is any.
func (m *MostAvailable) AtMost(kind Kind, amount int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return amount > 0 && amount >= m.byKind[kind]
}

// IsNothing tells whether several people of a kind were asked for, and none may spend
// anything.
func (m *MostAvailable) IsNothing(kind Kind) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sought[kind] && m.byKind[kind] == 0
}

// Tried notes that several people of a kind were asked for.
func (m *MostAvailable) Tried(kind Kind) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sought[kind] = true
}
