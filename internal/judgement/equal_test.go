package judgement_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
)

func TestEqualComparesByMeaning(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`45000`, `45000.00`, true}, {`45000`, `4.5e4`, true}, {`45000`, `45001`, false},
		{`9007199254740993`, `9007199254740992`, false}, // one apart, and equal as float64
		{`"a"`, `"a"`, true}, {`"a"`, `"A"`, false}, {`"1"`, `1`, false}, {`null`, `null`, true}, {`null`, `0`, false},
		{`"6F9619FF-8B86-D011-B42D-00CF4FC964FF"`, `"6f9619ff-8b86-d011-b42d-00cf4fc964ff"`, true},
		{`{"x":1,"y":[1,2]}`, `{"y":[1.0,2],"x":1,"z":3}`, true}, {`{"x":1}`, `{"x":2}`, false}, {`{"x":1}`, `{}`, false},
		{`[1,2]`, `[2,1]`, false}, {`[1]`, `{"0":1}`, false},
		{`"2031-05-04T10:00:00.000Z"`, `"2031-05-04T10:00:00.000+00:00"`, true},
		{`"2031-05-04T10:00:00.000Z"`, `"2031-05-04T10:00:00.001Z"`, false},
		{`"2031-05-04T10:00:00.000Z"`, `"2031-05-04"`, false},
	} {
		require.Equal(t, c.same, judgement.Equal(gjson.Parse(c.a), gjson.Parse(c.b)), "%s and %s", c.a, c.b)
	}
}
