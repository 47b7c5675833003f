package comparison

import (
	"strings"
)

// births finds limits whose date of birth has the day first. Section 2.4 shows the month first, and a
// day above 12 shows which of the two a request has. Section 4.1 shows both orders. So a limit with a
// day up to 12 is compared with the OTP request for the same customer, in the order that the OTP
// requests with later days have. Two limits of one customer must have one date. One difference may be
// a correction.
type births struct {
	order   [2]int // how many OTP requests have a day above 12: with the month first, and with the day first
	pairs   []bornTwice
	twice   []described // second limits of customers, with the day and the month swapped
	changed int         // of how many customers
}

// bornTwice are dates of one customer, up to the 12th day of a month.
type bornTwice struct {
	sent  []described
	asked described
}

// The minimum numbers: of OTP requests that show their order, of customers with a swapped date, and of
// customers with two limits.
const (
	minOrder   = 2
	minSwapped = 3
)

// partsOf returns the first two parts of a date, and whether each may be the month. It returns false
// for equal parts too: such a date is the same in both orders. The parts are compared as texts, so it
// returns none for a date whose day or month has not two digits.
func partsOf(date string) (parts []string, isEither bool) {
	parts = strings.Split(strings.TrimSpace(date), "/")
	if len(parts) != 3 || len(parts[0]) != 2 || len(parts[1]) != 2 {
		return nil, false
	}
	const months = "12"
	return parts, parts[0] <= months && parts[1] <= months && parts[0] != parts[1]
}

// isSwapped reports whether two dates differ in the order of the day and the month.
func isSwapped(a, b string) bool {
	one, isEither := partsOf(a)
	other, _ := partsOf(b)
	return isEither && len(other) == 3 && one[0] == other[1] && one[1] == other[0] && one[2] == other[2]
}

// see takes the dates of one customer in the OTP requests and in the limit.
func (b *births) see(sent []described, asked described) {
	for _, one := range sent {
		switch parts, _ := partsOf(one.value); {
		case parts == nil:
		case parts[1] > "12":
			b.order[0]++
		case parts[0] > "12":
			b.order[1]++
		}
	}
	if _, isEither := partsOf(asked.value); isEither && len(b.pairs) < maxCustomers {
		b.pairs = append(b.pairs, bornTwice{sent, asked})
	}
}

// again takes a second limit of a customer.
func (b *births) again(first, now described) {
	if isSwapped(first.value, now.value) {
		b.changed++
		b.twice = append(b.twice, now)
	}
}

// end reports the limits that have the day first.
func (b *births) end() {
	if b.changed >= MinSimilarValues {
		for _, one := range b.twice {
			one.state(Turned)
		}
		return
	}
	if max(b.order[0], b.order[1]) < minOrder || min(b.order[0], b.order[1]) > 0 {
		return // the OTP requests do not show their order, or have both
	}
	var wrong []described
	for _, pair := range b.pairs {
		if !pair.isOther(b.order[1] > 0) {
			return
		}
		wrong = append(wrong, pair.asked)
	}
	if len(wrong) < minSwapped || distinct(wrong) < MinSimilarValues { // test data may have one date
		return
	}
	for _, one := range wrong {
		one.state(Turned)
	}
}

// isOther reports whether the limit has the day and the month swapped, in the order of the OTP requests.
func (p bornTwice) isOther(isDayFirst bool) bool {
	for _, one := range p.sent {
		isSame := one.value == p.asked.value
		if isDayFirst && !isSame || !isDayFirst && !isSwapped(one.value, p.asked.value) {
			return false
		}
	}
	return true
}
