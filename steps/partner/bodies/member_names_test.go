package bodies_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
)

func TestOtherSpellings(t *testing.T) {
	for name, c := range map[string]struct {
		endpoint, member, body string
		paths                  []string
	}{
		"camel case":          {spec.CreatePurchases, "items.#.delivery_option", `{"items":[{"deliveryOption":"x"},{"DELIVERY-OPTION":"x"}]}`, []string{"items.0.deliveryOption", "items.1.DELIVERY-OPTION"}},
		"both spellings":      {spec.CreatePurchases, "items.#.delivery_option", `{"items":[{"delivery_option":"x","deliveryOption":"x"}]}`, nil},
		"a null is there":     {spec.CreatePurchases, "items.#.delivery_option", `{"items":[{"delivery_option":null,"deliveryOption":"x"}]}`, nil},
		"another member":      {spec.CreatePurchases, "items.#.delivery_option", `{"items":[{"delivery":"x","option":"x"}]}`, nil},
		"the table's own":     {spec.CreatePurchases, "items.#.item_description", `{"items":[{"item_decriptionn":"x"}]}`, nil},
		"of the body":         {spec.SendOTP, "first_name", `{"firstName":"x"}`, []string{"firstName"}},
		"of an occupation":    {spec.CreateLimit, bodies.Employed + ".job_group", `{"employed_occupational_detail":{"jobGroup":"A"}}`, []string{"employed_occupational_detail.jobGroup"}},
		"of no occupation":    {spec.CreateLimit, bodies.Employed + ".job_group", `{"jobGroup":"A"}`, nil},
		"items that are none": {spec.CreatePurchases, "items.#.delivery_option", `{"items":[7,null,"deliveryOption"]}`, nil},
		"no more than two":    {spec.CreatePurchases, "items.#.topup_ref", `{"items":[{"topupRef":1},{"topupRef":1},{"topupRef":1}]}`, []string{"items.0.topupRef", "items.1.topupRef"}},
	} {
		t.Run(name, func(t *testing.T) {
			body := bodies.Body{Endpoint: c.endpoint, JSON: gjson.Parse(c.body), IsObject: true}
			require.Equal(t, c.paths, body.OtherSpellings(c.member, 2))
		})
	}
}
