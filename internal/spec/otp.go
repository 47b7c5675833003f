package spec

import "regexp"

var otp = regexp.MustCompile(`^[0-9]{6}$`)

// IsOTP reports whether a text has the form of an OTP: six digits (section 4.2).
func IsOTP(text string) bool { return otp.MatchString(text) }
