package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhichNumbersAreMasked(t *testing.T) {
	for text, is := range map[string]bool{
		"****4321": true, "xxxx4321": true, "XXXX4321": true, "XXXXXXXX 4321": true, "**21": true, "2811**77": true, "••••4321": true, " ****4321": true,
		"28114477": false, "X1234567L": false, "XX1234567": false, "XXX12345": false, "XXXX": false, "A*1": false, "XXXX1234567": false, "": false, "C01X00T47": false, "fxxxx12": false,
	} {
		require.Equal(t, is, IsMasked(text), text)
	}
}

func TestWhatARecorderMasked(t *testing.T) {
	for value, want := range map[string]bool{
		"****": true, "**********85": true, "*****om": true, "": false, "12345678": false, "a**": false, "**x": false, "***": true, "*é": false, "***éé": true,
	} {
		require.Equal(t, want, isHidden(value), "%q", value)
	}
}
