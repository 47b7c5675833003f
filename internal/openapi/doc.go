// Package openapi writes the service as an OpenAPI 3.1 document. It makes the document from the
// schemas with which the suite judges, so the document says neither more nor less than they do. If
// the specification contradicts itself, an anyOf contains every documented reading. If the
// specification says nothing, the document says nothing either.
//
// OpenAPI 3.1 accepts JSON Schema without changes. OpenAPI 3.0 has neither null types nor
// conditions, and the specification needs both.
package openapi
