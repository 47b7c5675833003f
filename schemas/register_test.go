package schemas

import (
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

func TestRegisterIsTheCallersOwn(t *testing.T) {
	Register()[0].Readings[0].Name = "changed"
	require.NotEqual(t, "changed", Register()[0].Readings[0].Name)
}

func TestRegisterRefuses(t *testing.T) {
	const head = "- {id: a, sections: ['1'], title: t, direction: request, place: body, why: w, default: any, readings: "
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
		"a wrong direction": "- {id: a, sections: ['1'], title: t, direction: up, place: body, why: w, default: any}",
		"a wrong place":     "- {id: a, sections: ['1'], title: t, direction: request, place: moon, why: w, default: any}",
		"a wrong default":   "- {id: a, sections: ['1'], title: t, direction: request, place: body, why: w, default: x}",
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
