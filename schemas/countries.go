package schemas

import (
	"strings"

	"golang.org/x/text/language"
)

// countries are the codes of two letters that ISO 3166-1 assigns. The library also knows
// former and reserved codes (AN, SU, UK, EU), and those that are free for anybody's own
// use (ZZ): none of them is the code of a country.
var countries = setOf(`
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`)

func setOf(codes string) map[string]bool {
	all := make(map[string]bool)
	for _, code := range strings.Fields(codes) {
		all[code] = true
	}
	return all
}

// isCountry takes a code of two or three letters that ISO 3166-1 assigns (section 2.4),
// in either case, and that of Kosovo, which its users have agreed on.
func isCountry(text string) bool {
	code := strings.ToUpper(text)
	if code == "XK" || code == "XKX" {
		return true
	}
	if len(code) != 3 {
		return countries[code]
	}
	region, err := language.ParseRegion(code) // it takes a country by number, too
	return err == nil && countries[region.String()] && region.ISO3() == code
}
