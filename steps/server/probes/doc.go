// Package probes makes calls that the target must refuse or may refuse: calls without the valid
// token, with a wrong OTP, and calls that the specification does not describe. It compares the
// answers with the target's own served responses to find out whether a call was served.
package probes
