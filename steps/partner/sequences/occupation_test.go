package sequences

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhichPlacesAreOneWord(t *testing.T) {
	for place, is := range map[string]bool{
		"Nairobi": true, "Mombasa,": true, "São": true,
		"Singapore": false, "Singapour": false, "Luxembourg": false, "luxemburg": false, "Lëtzebuerg": false, "Hongkong": false, "Mónaco": false,
		"Nairobi, Kenya": false, "Nairobi Kenya": false, "香港": false, "": false,
	} {
		require.Equal(t, is, isOneWord(place), place)
	}
}
