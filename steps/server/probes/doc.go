// Package probes makes calls that the target must refuse, or may: without the valid token,
// with another OTP than the one that was sent, and such as the specification says nothing
// about. It tells by the target's own served responses whether it served one.
package probes
