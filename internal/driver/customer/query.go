package customer

// Query is a way to look up a customer: a field and, for a phone number, whether its value
// begins with +. The specification shows no value of either field.
type Query struct {
	Field string
	Plus  bool
}

// Queries are tried in this order until the target finds a customer. Every check that does not
// judge the field itself then uses the way that worked.
var Queries = []Query{{"mobile", true}, {"mobile", false}, {"NATIONAL_ID", false}, {"email", false}}

// AndAnother returns this way and one that uses another field.
func (q Query) AndAnother() []Query {
	last := Queries[len(Queries)-1]
	if q == last {
		last = Queries[0]
	}
	return []Query{q, last}
}

// Value is the value of the field for a customer.
func (q Query) Value(c *Customer) string {
	switch q.Field {
	case "mobile", "phoneNumber":
		if q.Plus {
			return "+" + c.Who.Phone
		}
		return c.Who.Phone
	case "email":
		return c.Who.Email
	default:
		return c.Who.IDNumber
	}
}
