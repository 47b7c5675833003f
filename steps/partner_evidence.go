package steps

import "strings"

// A request that cannot be read in one place says nothing of what would stand
// there. What is judged of it is then blocked by the rule that owns the place,
// and never passed: the tables below tell who hides whom.

// bodyTopics are what is judged of the body of a request.
func bodyTopics(endpoint string) []string {
	all := append([]string(nil), members[endpoint]...)
	for _, rule := range valueRules {
		if rule.endpoint == endpoint {
			all = append(all, rule.topic)
		}
	}
	return append(all, map[string][]string{
		lookup: {fitTopic}, createLimit: {occupationTopic}, createOrder: {customerTopic}, updateItems: {itemTopic},
		verifyOTP: {otpSentTopic, otpMatchTopic},
	}[endpoint]...)
}

// allTopics are what is judged of a request besides its address.
func allTopics(endpoint string) []string {
	all := append(bodyTopics(endpoint), authorizationTopic, secretTopic)
	switch endpoint {
	case fetchLimit:
		return append(all, noBodyTopic, pathIDTopic, customerTopic)
	case getItem, cancelItem:
		return append(all, noBodyTopic, pathIDTopic, itemTopic)
	case lookup:
		all = append(all, headerTopic+"Noncestr", headerTopic+"Sign", headerTopic+"Timestamp", nonceTopic)
	}
	return append(all, contentTypeTopic, bodyTopic)
}

// hide notes that the owner's fault hides topics.
func (h *hearing) hide(topics []string, owner string) {
	for _, name := range topics {
		h.blocked(name, owner)
	}
}

// hiddenBy names the topic whose fault hides a member; "" when nothing does.
func (h *hearing) hiddenBy(name string) string {
	if h.cutShort && strings.HasPrefix(name, "items.#.") {
		return h.firstFaulty()
	}
	switch parent, _, nested := strings.Cut(name, "."); {
	case !nested:
		return ""
	case parent == "items":
		return h.itemsHiddenBy()
	case name == ofTheEmployed+".job_group" && len(h.faulty[ofTheEmployed+".employer_sector"]) > 0:
		return ofTheEmployed + ".employer_sector" // who must have one is not known
	default:
		return h.detailHiddenBy(parent)
	}
}

func (h *hearing) itemsHiddenBy() string {
	items := h.body.Get("items")
	switch {
	case len(h.faulty["items"]) > 0:
		return "items"
	case items.IsArray() && !items.Get("0").Exists():
		return countTopic
	}
	return ""
}

// detailHiddenBy tells what hides the members of an occupational detail: it is
// judged only as the one that employed calls for.
func (h *hearing) detailHiddenBy(parent string) string {
	other := map[string]string{ofTheEmployed: ofTheSelfEmployed, ofTheSelfEmployed: ofTheEmployed}[parent]
	is, hasOther := h.body.Get(parent).Exists(), h.body.Get(other).Exists()
	employed := h.body.Get("employed").String()
	switch wanted := (employed == "true") == (parent == ofTheEmployed); {
	case len(h.faulty["employed"]) > 0 && (is || !hasOther):
		return "employed"
	case len(h.faulty["employed"]) > 0:
		return ""
	case len(h.faulty[parent]) > 0, wanted != is:
		return occupationTopic
	}
	return ""
}

// firstFaulty names a member of the items that has a fault.
func (h *hearing) firstFaulty() string {
	for _, name := range members[h.endpoint] {
		if strings.HasPrefix(name, "items") && len(h.faulty[name]) > 0 {
			return name
		}
	}
	return ""
}
