package call

// AgainVariant marks the request of somebody who has a limit: that it is served
// is stated (section 1), with which success status is not.
const AgainVariant = "again"

const (
	WithLimit    = "with-limit"
	WithoutLimit = "without-limit"
)

const NewCustomerVariant = "new-customer"

// The cases of a limit request whose values a rule lists: that rule is to blame
// where a value is refused whatever stands beside it.
const (
	PersonalCase   = "personal"
	OccupationCase = "occupation"
	JobGroupCase   = "job-group"
	FunctionCase   = "job-function"
	IndustryCase   = "business-industry"
	BusinessCase   = "business"
)

// The cases of an order. Each has a rule of its own that judges whether such an
// order is taken, so that no other rule is blamed for it.
const (
	SeveralItems = "several-items"
	ItemTypeCase = "item-type"
	DeliveryCase = "delivery"
	TextCase     = "text"
	PriceCase    = "price"
)
