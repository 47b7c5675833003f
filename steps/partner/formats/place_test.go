package formats

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestAPartThatIsUndefined holds that no part of a name or of a place may be undefined, and that
// words which people have as a name may be a part.
func TestAPartThatIsUndefined(t *testing.T) {
	for _, text := range []string{"undefined, Kenya", "Nairobi, undefined", "undefined undefined", "Nairobi (undefined)"} {
		require.False(t, FitsPlace(text, time.Time{}), text)
	}
	for _, text := range []string{"Nairobi, Kenya", "Null, Kenya", "Undefined Street, Nairobi", "Nan, Thailand"} {
		require.True(t, FitsPlace(text, time.Time{}), text)
	}
}

func TestAPhoneWithoutACountryCode(t *testing.T) {
	for phone, lacks := range map[string]bool{
		"712440981": true, "112440981": true, "712 440 981": true, "7124409810": true,
		"254712440981": false, "+712440981": false, "0712440981": false, "79031234567": false, "12025550123": false, "912440981": false, "701": false,
	} {
		require.Equal(t, lacks, LacksCountryCode(phone), phone)
	}
}

func TestAnIDWithAHiddenCharacter(t *testing.T) {
	for text, is := range map[string]bool{"28114507\n": true, "\u200b28114507": true, "\u202a28114507": true, "28114507": false, " 28114507 ": false, "28\u00a0114507": false} {
		require.Equal(t, is, WhatIsNoID(text) != "", "%q", text)
	}
}
