package formats

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWhichTextIsNoIndustry holds that an industry of section 2.7 that a program escaped is none, and that one
// outside of the list is one.
func TestWhichTextIsNoIndustry(t *testing.T) {
	for text, fits := range map[string]bool{
		"Sales": true, "IT & Software": true, "it-software": true, "Retail": true, "Fish & Chips": true, "Retail &amp; More": true,
		"IT &amp; Software": false, "IT%20%26%20Software": false, "Legal+Services": false, "private_sector": false, "42": false,
	} {
		require.Equal(t, fits, FitsIndustry(text, time.Time{}), text)
	}
}
