package customers

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

func TestTheUnitOfABirthday(t *testing.T) {
	born := time.Date(1990, 5, 23, 0, 0, 0, 0, time.UTC)
	swapped := time.Date(1990, 23, 5, 0, 0, 0, 0, time.UTC)
	words := func(stamp int64) string {
		return shown{born: born, stamp: gjson.Parse(strconv.FormatInt(stamp, 10))}.inWords()
	}
	require.Equal(t, "the customer's date_of_birth, in seconds", words(born.Unix()))
	require.Equal(t, "the customer's date_of_birth, in milliseconds", words(born.Add(-3*time.Hour).UnixMilli()))
	require.Equal(t, "in milliseconds, the customer's date_of_birth with day and month swapped", words(swapped.UnixMilli()))
	require.Contains(t, words(17), "not the customer's")
}
