package schemas

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRegisterIsSound(t *testing.T) {
	entries, err := register()
	require.NoError(t, err)
	require.Len(t, entries, 23)
	for _, entry := range entries {
		for _, section := range entry.Sections {
			require.Contains(t, sections, section, entry.ID)
		}
	}
}

// TestKinds holds the kind of every tolerance, and what a server must take of
// it, whatever else it takes.
func TestKinds(t *testing.T) {
	const alternative, contradiction = string(Alternative), string(Contradiction)
	want := map[string][]string{ // kind, then the readings that must be taken
		"bodiless-content-type": {contradiction},
		"otp-path":              {contradiction},
		"otp-send-data":         {alternative}, // each environment has its own
		"otp-date-of-birth":     {contradiction},
		"phone-number":          {contradiction},
		"order-id":              {contradiction},
		"item-value":            {contradiction},
		"item-description-name": {contradiction},
		"item-topup":            {alternative, "absent", "string"},
		"topup-ref":             {alternative, "absent", "string"},
		"delivery-option":       {contradiction},
		"preferred-option":      {contradiction},
		"employed":              {contradiction},
		"loan-amount":           {contradiction},
		"password":              {contradiction},
		"country-code":          {alternative, "two-letters", "three-letters"},
		"job-group":             {contradiction, "government-only"},
		"business-payment-type": {contradiction},
		"business-industry":     {contradiction},
		"business-registered":   {contradiction},
		"update-path":           {contradiction},
		"updated-timestamp":     {alternative}, // no precision is named
		"invalid-token-status":  {alternative}, // no status is named
	}
	got := make(map[string][]string)
	for _, entry := range Register() {
		got[entry.ID] = append([]string{string(entry.Kind)}, entry.Required()...)
	}
	require.Equal(t, want, got)
}

func TestOnlyContradictionsAreTolerated(t *testing.T) {
	for _, entry := range Register() {
		for n, r := range entry.Readings {
			require.Equal(t, n > 0 && entry.Kind == Contradiction, entry.Tolerates(r.Name), "%s %s", entry.ID, r.Name)
		}
	}
}

func TestAServerIsNotAskedLess(t *testing.T) {
	for pin, refused := range map[string]bool{
		"country-code=two-letters": true, "item-topup=absent": true, "job-group=private-too": true,
		"country-code=any": false, "job-group=government-only": false, "order-id=string": false, "otp-send-data=production": false,
	} {
		id, reading, _ := strings.Cut(pin, "=")
		err := Settings{id: reading}.AskLess()
		require.Equal(t, refused, err != nil, pin)
	}
}

func TestRegisterIsTheCallersOwn(t *testing.T) {
	Register()[0].Readings[0].Name = "changed"
	require.NotEqual(t, "changed", Register()[0].Readings[0].Name)
}

func TestRegisterRefuses(t *testing.T) {
	const head = "- {id: a, sections: ['1'], title: t, kind: contradiction, direction: request, place: body, why: w, default: any, readings: "
	good := head + "[{name: x, title: x, absent: true}, {name: y, title: y, schema: {type: string}}]}\n"
	_, err := parseRegister([]byte(good))
	require.NoError(t, err)
	for name, text := range map[string]string{
		"an unknown key":    "- {id: a, colour: red}",
		"a missing title":   "- {id: a, sections: ['1'], direction: request, why: w}",
		"one reading":       head + "[{name: x, title: x, absent: true}]}",
		"a reserved name":   head + "[{name: any, title: x, absent: true}, {name: y, title: y, absent: true}]}",
		"a double name":     head + "[{name: y, title: x, absent: true}, {name: y, title: y, schema: {}}]}",
		"neither nor":       head + "[{name: x, title: x}, {name: y, title: y, schema: {type: string}}]}",
		"both":              head + "[{name: x, title: x, absent: true, schema: {}}, {name: y, title: y, schema: {}}]}",
		"an id twice":       good + good,
		"another document":  good + "---\n[]\n",
		"a wrong direction": "- {id: a, sections: ['1'], title: t, kind: contradiction, direction: up, place: body, why: w, default: any}",
		"a wrong place":     "- {id: a, sections: ['1'], title: t, kind: contradiction, direction: request, place: moon, why: w, default: any}",
		"a wrong default":   "- {id: a, sections: ['1'], title: t, kind: contradiction, direction: request, place: body, why: w, default: x}",
		"a wrong kind":      strings.Replace(good, "kind: contradiction", "kind: rumour", 1),
		"no kind":           strings.Replace(good, "kind: contradiction, ", "", 1),
		"must of alternatives": strings.Replace(head, "contradiction", "alternative", 1) +
			"[{name: x, title: x, absent: true, must: true}, {name: y, title: y, schema: {type: string}}]}",
	} {
		_, err := parseRegister([]byte(text))
		require.Error(t, err, name)
	}
}

func TestSettingsRefuseWhatIsUnknown(t *testing.T) {
	_, err := Compile(Settings{"order_id": "string"})
	require.ErrorContains(t, err, `"order_id" is unknown`)
	require.ErrorContains(t, err, "order-id")
	_, err = Compile(Settings{"order-id": "float"})
	require.ErrorContains(t, err, "any, integer, string")
	_, err = Compile(Settings{"order-id": Any})
	require.NoError(t, err)
}

func TestRequiredAndAbsentCannotStandTogether(t *testing.T) {
	schema := object{"required": []any{"password"}, "properties": object{
		"password": object{"allOf": []any{object{"$ref": tolerancesFile + "#/definitions/password"}}}}}
	require.ErrorContains(t, applyAbsence(schema, Register(), nil), "leave it out of required")
}
