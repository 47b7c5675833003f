// Package call classifies one response of a target: served, refused or missing, and which
// members are not as documented. It makes no calls and decides no verdicts.
package call
