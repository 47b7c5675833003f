package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatAProgramMakesOfAnOTP(t *testing.T) {
	for otp, damaged := range map[string]bool{"012345": true, "123400": true, "000456": true, "234560": true, "123450": false, "023456": false, "123465": false, "000000": false, "123457": false} {
		require.Equal(t, damaged, IsDamagedOTP(otp, "123456"), otp)
	}
}

func TestWhichOTPsPeopleGuess(t *testing.T) {
	for otp, is := range map[string]bool{"000000": true, "777777": true, "123456": true, "654321": true, "135790": false, "483920": false, "12345": false, "": false} {
		require.Equal(t, is, IsGuess(otp), otp)
	}
}
