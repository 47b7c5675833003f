package formats

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestWhichDayMayBeADayOfBirth(t *testing.T) {
	either := DayOfBirth("01/02/2006", "02/01/2006")
	asked := time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC)
	for text, fits := range map[string]bool{
		"01/01/1900": true, "12/31/1931": true, "31/12/1931": true, "11/21/2025": true, "11/22/2025": true, "11/23/2025": false, "11/24/2025": false, "11/21/2026": false,
		"10/12/2025": true, "12/12/2025": false, "01/01/0001": false, "12/31/9999": false, "12/31/1899": false, "02/30/1990": false,
	} {
		require.Equal(t, fits, either(text, asked), text)
	}
	require.False(t, either("11/23/2025", asked.Add(13*time.Hour+59*time.Minute)), "a year is not over, wherever the store is")
	require.True(t, either("11/23/2025", asked.Add(14*time.Hour)), "it is over in the east")
	require.True(t, either("12/31/2090", time.Time{}), "nobody knows when it was asked")
}
