package spec

// Names of the capabilities, of which a scope is made.
const (
	CapabilityOTP       = "otp"
	CapabilityLimits    = "limits"
	CapabilityPurchases = "purchases"
	CapabilityLookup    = "lookup"
)

// Capabilities lists what a scope may name, in the order in which a customer
// meets them.
func Capabilities() []string {
	return []string{CapabilityOTP, CapabilityLimits, CapabilityPurchases, CapabilityLookup}
}

// EndpointsOf lists the names of the endpoints of a capability.
func EndpointsOf(capability string) []string {
	var all []string
	for i := range endpoints {
		if endpoints[i].Capability == capability {
			all = append(all, endpoints[i].Name)
		}
	}
	return all
}
