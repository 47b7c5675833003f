package sequences

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhichPhoneIsDamaged(t *testing.T) {
	for sent, damaged := range map[string]bool{
		"+25471234567":   true,  // a digit is lost at the end
		"+2547123456789": false, // a digit more
		"+254722000111":  false, // another phone of the customer
		"+254712345679":  false, // the next number, of the same family
		"+25412345678":   true,  // a digit is lost inside
	} {
		require.Equal(t, damaged, hasLostDigits("+254712345678", sent), sent)
	}
	require.True(t, hasOtherCode("+254712345678", "+54712345678"))
	require.False(t, hasOtherCode("+254712345678", "0712345678"), "the national form")
	require.False(t, hasOtherCode("+254712345678", "+254 712 345678"))
}
