package client

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strings"
)

// setTraceparent gives a request a trace of its own, as W3C Trace Context has it, so
// that what a report says of the request leads to what the target traced of it.
//
// Every request has another trace: from requests that share one, a target could tell
// which belong to one check, and so what is about to be probed. The ids come from the
// system and not from the seed of the run: runs of one seed are not one trace, and
// nothing else that is drawn changes.
//
// It is set when the signature is made. A mesh writes this header anew on every hop,
// so that no signature can cover it. A signer that sets it itself keeps its own.
func setTraceparent(h http.Header) {
	for name := range h {
		if strings.EqualFold(name, "traceparent") {
			return
		}
	}
	var ids [24]byte
	_, _ = rand.Read(ids[:]) // never fails, see crypto/rand
	ids[15] |= 1             // neither id may be zero
	ids[23] |= 1
	h["Traceparent"] = []string{"00-" + hex.EncodeToString(ids[:16]) + "-" + hex.EncodeToString(ids[16:]) + "-01"}
}
