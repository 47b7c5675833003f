package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhichEmailHasNoDomain(t *testing.T) {
	for text, is := range map[string]bool{
		"a@mail..example": true, "a@.example": true, "undefined@undefined": true, "a@null": true, "a@NaN": true, "a@..": true, "a@mail.example.": true,
		"a@mail.example": false, "undefined@mail.example": false, "a@localhost": false, "a@undefined.example": false, "a..b@mail.example": false,
		"a@nan.example": false, "a@[192.0.2.1]": false, "用户@例え.jp": false,
	} {
		require.Equal(t, is, IsEmailWithoutDomain(text), text)
	}
}

func TestWhichPlaceIsNone(t *testing.T) {
	for text, is := range map[string]bool{
		"undefined": true, "undefined, undefined": true, "null,null": true, "None, undefined": true, "NaN": true,
		"Nan": false, "Nan, Thailand": false, "Nairobi, undefined": false, "Nairobi, Kenya": false, "": false, ",": true, ", ": true, "Nairobi,": false, "Nowhere": false,
	} {
		require.Equal(t, is, IsPlaceholderPlace(text), text)
	}
	require.True(t, IsUndefined(" undefined "))
	require.True(t, IsUndefined("undefined undefined"))
	require.False(t, IsUndefined(""))
	require.False(t, IsUndefined("undefined Ltd"))
	require.False(t, IsUndefined("Undefined"))
	require.False(t, IsUndefined("null"), "a company may be called so")
}
