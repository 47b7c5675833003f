package purchases

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheUnitOfABirthday(t *testing.T) {
	born := time.Date(1990, 5, 23, 0, 0, 0, 0, time.UTC)
	swapped := time.Date(1990, 23, 5, 0, 0, 0, 0, time.UTC)
	require.Equal(t, "the customer's date_of_birth, in seconds", unitOf(float64(born.Unix()), born))
	require.Equal(t, "the customer's date_of_birth, in milliseconds", unitOf(float64(born.Add(-3*time.Hour).UnixMilli()), born))
	require.Equal(t, "in milliseconds, the customer's date_of_birth with day and month swapped", unitOf(float64(swapped.UnixMilli()), born))
	require.Contains(t, unitOf(17, born), "not the customer's")
}
