package faults

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"time"
)

// numberFaults make request_id out of something that comes again: "unique
// identifier of the request" (section 1).
func numberFaults() []Fault {
	var all []Fault
	otps, limits := sendOTP+" "+verifyOTP, createLimit+" "+fetchLimit
	add := func(id, breaks, endpoints, why string, make func() func(c *call) string) {
		all = append(all, Fault{ID: "ids-request-" + id, Breaks: breaks, Why: why, plant: numbering(endpoints, make)})
	}
	ring := func(n int) func() func(*call) string {
		return func() func(*call) string {
			t := newTally()
			return func(*call) string { return fmt.Sprintf("req-%04d", t.next("")%n) }
		}
	}
	add("ring-of-50-limits", "LIM-21", limits, "request_id of limits comes again after fifty", ring(50))
	all[len(all)-1].ShownBy = "PUR-12" // whose purchases take enough customers
	add("ring-of-20-otps", "OTP-12", otps, "request_id of OTPs comes again after twenty", ring(20))
	perEndpoint := func() func(*call) string {
		t := newTally()
		return func(c *call) string { return strconv.Itoa(t.next(c.endpoint)) }
	}
	add("per-endpoint-limits", "LIM-21", limits, "each endpoint of limits counts for itself", perEndpoint)
	add("per-endpoint-otps", "OTP-12", otps, "each endpoint of OTPs counts for itself", perEndpoint)
	perService := func() func(*call) string {
		t := newTally()
		return func(c *call) string {
			if among(c.endpoint, otps) {
				return strconv.Itoa(t.next("otp"))
			}
			return strconv.Itoa(t.next("limits"))
		}
	}
	add("per-service", "LIM-21", otps+" "+limits, "OTPs and limits come from two services, each of which counts from 1", perService)
	ofBody := func() func(*call) string {
		return func(c *call) string { return hashed(c.request.Method + c.request.URL.Path + string(c.raw)) }
	}
	add("of-body-limits", "LIM-21", limits, "request_id is a hash of path and body", ofBody)
	add("of-body-otps", "OTP-12", otps, "request_id is a hash of path and body", ofBody)
	perSecond := func() func(*call) string {
		return func(*call) string { return strconv.FormatInt(time.Now().Unix(), 36) }
	}
	add("per-second-limits", "LIM-21", limits, "request_id is the second", perSecond)
	add("per-second-otps", "OTP-12", otps, "request_id is the second", perSecond)
	add("of-customer-limits", "LIM-21", limits, "request_id is made from the customer, so that a fetch has that of the fetch before", func() func(*call) string {
		return func(c *call) string { return hashed(c.endpoint + c.id + c.text("id_number")) }
	})
	return all
}

func numbering(endpoints string, make func() func(c *call) string) plant {
	return func(next server) server {
		number := make()
		return on(endpoints, func(c *call, a *answer) { a.touch().body()["request_id"] = number(c) })(next)
	}
}

func hashed(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s)) // never fails, see hash.Hash
	return strconv.FormatUint(h.Sum64(), 16)
}
