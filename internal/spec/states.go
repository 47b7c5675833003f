package spec

// The values of facility_status that section 3 names. Which one a cancelled item
// shows, it does not say.
const (
	PendingCollection = "pending_collection_customer"
	CollectedByAgent  = "collected_by_agent"
)

// LimitActive is the one credit_limit_status that section 3 names.
const LimitActive = "limit_active"
