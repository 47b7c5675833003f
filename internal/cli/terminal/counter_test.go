package terminal

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/suite"
)

func TestProgressShowsQuartersAndWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := NewProgress(&out)
		p.Step(suite.Progress{Done: 1, Planned: 4})
		p.Wait("POST /api/v2/otp/send", 429, time.Second)
		p.Wait("POST /api/v2/otp/send", 429, time.Second) // a second one as short
		time.Sleep(time.Second)
		p.Wait("GET /api/v2/limits/:customer_id", 503, time.Minute)
		time.Sleep(30 * time.Second)
		p.Wait("POST /api/v2/limits", 429, time.Minute) // while the other one lasts
		time.Sleep(30 * time.Second)
		p.Wait("POST /api/v2/limits", 429, 4*time.Second)
		p.Done()
		require.Equal(t, `1 of 4 checks done
waiting 1s after HTTP status 429 (POST /api/v2/otp/send); other waits of less than 3s are not shown
waiting 1m0s after HTTP status 503 (GET /api/v2/limits/:customer_id)
waiting 4s after HTTP status 429 (POST /api/v2/limits)
`, out.String())
	})
}
