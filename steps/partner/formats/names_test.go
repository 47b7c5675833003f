package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhichNamesMayBeOne(t *testing.T) {
	for _, same := range [][2]string{
		{"Amina", "AMINA "}, {"N'Dungu", "Ndungu"}, {"Zoë", "Zoe"}, {"José", "Jose\u0301"}, {"Wanjiku", "Wanjiku Mwangi"},
		{"Al-Amin", "al amin"}, {"小米", "Xiaomi"}, {"Łukasz", "Lukasz"}, {"", "Amina"}, {"-", "."}, {" ", "Amina"},
		{"على", "علي"}, {"احمد", "أحمد"}, {"فاطمة", "فاطمه"}, {"محـــمد", "محمد"},
	} {
		require.True(t, SameName(same[0], same[1]), same)
		require.True(t, SameName(same[1], same[0]), same)
	}
	for _, other := range [][2]string{{"Amina", "Joseph"}, {"Wanjiku", "Wanjiru"}, {"小米", "大豆"}, {"علي", "عمر"}, {"Amina", "null"}, {"Amina", "?????"}, {"-", "Amina"}, {"小米", "??"}, {"12", "Amina"}} {
		require.False(t, SameName(other[0], other[1]), other)
	}
}

func TestADateInEitherOrderIsOneDay(t *testing.T) {
	require.Equal(t, DayOf("04/03/1990"), DayOf("03/04/1990"))
	require.NotEqual(t, DayOf("04/03/1990"), DayOf("04/02/1990"))
}

func TestWhichTextsAreInternationalPhones(t *testing.T) {
	for text, is := range map[string]bool{
		"+254711000001": true, "+254 711 000-001": true, " +254711000001": true,
		"254711000001": false, "27841930": false, "+12345": false, "+": false, "A+2547110": false, "+2547110000010000": false, "": false,
	} {
		require.Equal(t, is, IsInternationalPhone(text), text)
	}
}
