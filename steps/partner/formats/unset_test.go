package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatNoClockGives(t *testing.T) {
	for _, text := range []string{
		"Invalid Date", "Invalid date", "Invalid DateTime", "invalid", "now", "NOW", "inf", "-inf", "Infinity", "+Inf", "NaT", "true", "False",
		"yyyy-MM-dd HH:mm:ss", "YYYY-MM-DDTHH:mm:ssZ", "yyyyMMddHHmmss", "dd/MM/yyyy", "HH:mm", "%Y-%m-%d", "%Y%m%d%H%M%S", "%d/%m/%y",
		"function now() { [native code] }", "Date.now()", "() => Date.now()", "%!d(func() int64=0x4a)", "%!s(<nil>)", "%!(EXTRA int=1)", "b'1700000000'",
		"0001-01-01 00:00:00 +0000 UTC", "0001-01-01T00:00:00Z", "0001-01-01", "today", "Yesterday", "2026-13-45T25:61:00Z", "2026-14-14", "2026-11-33", "2026-11-23T25:00:00Z",
		"2026-11-23 14:60:00", "java.util.Date@7a", "java.time.Instant@1b6d3586", "[B@1b6d3586", "[Ljava.util.Date;@7a", "datetime.datetime(2026, 11, 23, 17, 0)",
		"PT498746H30M", "P2DT3H4M", "0f5c1c1e-0000-4000-8000-000000000001", "datetime.date(2026, 11, 23)", "time.struct_time(tm_year=2026)", "Timestamp('2026-11-23 17:00:00')",
		"NaN-NaN-NaN", "NaN-NaN-NaNTNaN:NaN:NaN", "NaN/NaN/NaN NaN:NaN", "undefinedZ", "undefined-undefined-undefined", "0000-00-00 00:00:00",
		"hello", "Hello", "nan", "Z", "SAMPLE-STORE", "access_token", "time of request", "12:99", "24:60:00", "23/11/2026 25:00", "Mon, 23 Nov 2026 14:75:30 GMT",
	} {
		require.True(t, IsInvalidTime(text), text)
	}
	for _, text := range []string{
		"0", "-1", "1700000000", "1700000000000", "1.7e9", "2026-11-23T14:05:30.123Z", "20261123140530", "23/11/2026", "14:05", "Mon, 23 Nov 2026 14:05:30 GMT",
		"1970-01-01T00:00:00Z", "lxyzabcd", "MTcwMDAwMDAwMA==", "0x6560b1f0", "65f0a1b2", "2006-01-02 15:04:05", "100%", "00010101", "Nancy-1700000000", "0001-02-01",
		"2026-23-11", "2026-13-05", "1405-02-31", "2082-03-32", "2026-11-23T23:59:60Z", "2026-11-23T24:00:00", "2026-00-23", "2026/11/23", "today-1700000000", "a@7a", "user@1b6d3586",
		"Nov", "Monday the first", "nowhere", "23/Nov/2026:14:05:30 +0000", "2026:11:23 14:05:30", "2026-11-23T14:05+05:30", "1700000000.5", "LXYZABCD", "fabcdeab", "QUJDREVGR0g=", "VnXyzab", "vnxyzab", "24:00", "2:05 PM", "12.99",
		"Date(1700000000)", "/Date(1700000000000)/", "Timestamp(1700000000, 1)",
		"mon nov 23 14:05:30 EAT 2026 (East Africa Time)", "Montag, 23. November 2026", "二〇二六年十一月二十三日",
	} {
		require.False(t, IsInvalidTime(text), text)
	}
}

func TestWhatIsNoSignature(t *testing.T) {
	for text, is := range map[string]bool{
		"%!x(MISSING)": true, "%!s(PANIC=String method: nil)": true, "true": true, "b'9f86d081'": true, `b"9f86"`: true, " b'x' ": true, "[B@1b6d3586": true, "[Ljava.lang.Byte;@7a": true,
		"9f86d081": false, "b": false, "bQ==": false, "%21x": false, "b'": false, "%": false, "a%!b": false, "B@1b6d3586": false, "[B@zz": false, "a.b@1b6d3586": false,
	} {
		require.Equal(t, is, IsInvalidSignature(text), text)
	}
	require.True(t, IsMisprint("%!s(MISSING)"))
	require.False(t, IsMisprint("b'1'"), "a nonce may be any text that is used once")
}

func TestWhatIsNoCode(t *testing.T) {
	for text, is := range map[string]bool{
		"undefined": true, "null": true, "None": true, "NaN": true, "nil": true, "[object Object]": true, "True": true, "false": true, " null ": true, "{{sku}}": true,
		"on_its_way": false, "collected_by_agent": false, "NULL-1": false, "TRUE-100": false, "NAN 1": false, "none_left": false, "0": false, "": false,
	} {
		require.Equal(t, is, IsPlaceholderCode(text), text)
	}
}

// TestWhatIsNoCodeOfAnItem holds that a word in capitals may be one, and what programs print
// for no value is none.
func TestWhatIsNoCodeOfAnItem(t *testing.T) {
	for text, is := range map[string]bool{
		"undefined": true, "null": true, "NULL": true, "None": true, "NaN": true, "nil": true, "[object Object]": true, "True": true, "false": true, "{{sku}}": true,
		"CODE-undefined": true, "K-1_null": true, "A/undefined": true, "NULL-1": false, "undefined-1": false, "A-nullable": false, "CODE-NULL": false, "K-annull": false,
		"TRUE": false, "FALSE": false, "NIL": false, "NONE": false, "NAN": false, " NIL ": false, "NIL-1": false,
	} {
		require.Equal(t, is, IsPlaceholderItemCode(text), text)
	}
}
